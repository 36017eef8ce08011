"""The complete page script, with a test in Python's place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.injected.lab import Lab

SCENE = """
globalThis.entry?.end();
delete globalThis.entry;
globalThis.said = [];
globalThis.binding = (text) => said.push(JSON.parse(text));
globalThis.config = { binding: "binding", entry: "entry", mark: "data-m", openers: ["<invoke"], inspectable: true, patience: 60000,
    profile: { user: "", assistant: "", streaming: "#stop", fence: "", message_id: "", composer: "", send: "", conversation: "/c/(\\\\w+)" } };
const order = (...commands) => entry.handle(JSON.stringify(commands));
const task = () => new Promise((go) => setTimeout(go, 40));
const until = async (holds) => { while (!holds()) await task(); };
const sentTexts = () => said.flatMap((m) => m.items ?? []).filter((item) => item.k === "text").map((item) => item.text);
const signs = () => said.filter((m) => m.t === "batch").map((m) => m.streaming);
"""
TEXTS = "said.flatMap((message) => message.items ?? []).filter((item) => item.k === 'text').map((item) => item.text)"


async def test_the_page_script_says_hello_first(lab: Lab) -> None:
    assert await lab(f"{SCENE} main.start(config); return said[0];") == {
        "t": "hello",
        "url": "about:blank",
        "title": "",
        "top": True,
        "site": "",
    }


async def test_the_page_script_takes_the_binding_out_of_its_world(lab: Lab) -> None:
    assert await lab(f"{SCENE} main.start(config); return typeof globalThis.binding;") == "undefined"


async def test_the_page_script_starts_once_in_a_document(lab: Lab) -> None:
    assert (
        await lab(
            f"{SCENE} main.start(config); main.start(config); return said.filter((m) => m.t === 'hello').length;"
        )
        == 1
    )


async def test_the_page_script_starts_again_in_the_next_document_of_its_world(lab: Lab) -> None:
    code = "main.start(config); const first = entry; first.document = {}; main.start(config); return [said.filter((m) => m.t === 'hello').length, first === entry];"
    assert await lab(SCENE + code) == [2, False]


async def test_the_page_script_does_nothing_without_a_binding(lab: Lab) -> None:
    assert (
        await lab(f"{SCENE} delete globalThis.binding; main.start(config); return typeof globalThis.entry;")
        == "undefined"
    )


async def test_the_page_script_reports_blocks(lab: Lab) -> None:
    await lab.body("<pre>abc</pre>")
    code = "main.start(config); await until(() => sentTexts().length); return sentTexts();"
    assert await lab(SCENE + code) == ["abc"]


async def test_the_sites_sign_of_streaming_is_reported_when_it_changes(lab: Lab) -> None:
    code = """main.start(config); await task(); document.body.innerHTML = "<i id=stop></i>"; await until(() => signs().at(-1));
    document.body.innerHTML = ""; await until(() => !signs().at(-1)); return signs();"""
    assert await lab(SCENE + code) == [True, False]


async def test_a_sign_that_goes_by_an_attribute_alone_is_reported_too(lab: Lab) -> None:
    await lab.body("<pre>abc</pre><i id=stop></i>")
    code = """main.start(config); await until(() => signs().at(-1)); document.querySelector("i").id = "other";
    await until(() => !signs().at(-1)); return signs();"""
    assert await lab(SCENE + code) == [True, False]


async def test_an_answer_does_not_wait_until_python_has_read_the_history(lab: Lab) -> None:
    """Python acknowledges nothing here. An answer whose pieces wait would arrive complete, and not run automatically."""
    await lab.body("<pre>old</pre>" * 200)
    # The first of the new blocks may appear before the page counts as opened: they belong to the history.
    code = """main.start(config); const begun = () => sentTexts().includes("new");
    while (!begun()) {
        document.body.append(Object.assign(document.createElement("pre"), { textContent: "new" })); await task();
    }
    return sentTexts().filter((text) => text === "old").length < 200;"""
    assert await lab(SCENE + code)


async def test_an_answer_is_not_sent_without_end_while_python_reads_nothing(lab: Lab) -> None:
    await lab.body("<pre>old</pre>" * 200)
    # A message without an answer counts as lost after 2,000 ms, and the next one is sent.
    code = """const real = globalThis.setTimeout;
    globalThis.setTimeout = (job, time, ...more) => (time === 2000 ? 0 : real(job, time, ...more));
    main.start(config); const frame = () => new Promise((go) => real(go, 17));
    for (let number = 0; number < 80; number += 1) {
        document.body.append(Object.assign(document.createElement("pre"), { textContent: "new" })); await frame();
    }
    return sentTexts().filter((text) => text === "new").length < 60;"""
    assert await lab(SCENE + code)


async def test_a_report_in_pieces_has_a_last_piece_even_if_nothing_is_left_to_report(lab: Lab) -> None:
    await lab.body("<i id=stop></i>")
    code = """main.start(config); while (!said.some((m) => m.streaming)) await task(); said.length = 0;
    document.body.innerHTML = "<pre>abc</pre>".repeat(300); while (!said.length) await task();
    document.body.innerHTML = ""; while (!said.some((m) => m.more === false)) { order({ c: "pong" }); await task(); }
    return said.filter((m) => m.t === "batch").map((m) => [m.more, m.items.length > 0]);"""
    told = await lab(SCENE + code)
    assert told[0] == [True, True]
    assert told[-1] == [False, False]


DRAW: dict[str, Any] = {
    "c": "render_block",
    "block": "b",
    "index": 0,
    "view": {"name": "f", "status": "streaming"},
}
UNIT = "const unitId = said.flatMap((m) => m.items ?? []).find((item) => item.k === 'open').id;"


async def test_a_block_that_python_orders_is_drawn_in_the_page(lab: Lab) -> None:
    await lab.body("<pre>&lt;invoke</pre>")
    code = f"""main.start(config); await until(() => sentTexts().length); {UNIT} order({{ c: "enable_hiding" }}, {{ c: "hide", unit: unitId, spans: [], judged: 0 }},
        {{ ...{json.dumps(DRAW)}, unit: unitId }}, {{ c: "append_argument", block: "b", key: "x", text: "1", done: true }});
    await until(() => document.querySelector("[data-m]")?.shadowRoot?.querySelector(".param-value")?.textContent);
    const root = document.querySelector("[data-m]").shadowRoot;
    return [root.querySelector(".function-name-text").textContent, root.querySelector(".param-value").textContent];"""
    assert await lab(SCENE + code) == ["f", "1"]


async def test_the_page_script_restores_the_page_when_it_is_stopped(lab: Lab) -> None:
    await lab.body("<pre>&lt;invoke</pre>")
    code = """main.start(config); order({ c: "enable_hiding" }); const before = document.querySelectorAll("[data-m]").length; order({ c: "detach" });
    const heard = said.length; document.body.append(document.createElement("pre")); await task();
    return [before, document.querySelectorAll("[data-m]").length, said.length - heard];"""
    assert await lab(SCENE + code) == [1, 0, 0]


async def test_a_command_for_an_unknown_unit_or_block_is_ignored(lab: Lab) -> None:
    code = """main.start(config); order({ c: "unhide", unit: 9e9 }, { c: "hide", unit: 9e9, spans: [], judged: 0 }, { c: "resync", unit: 9e9 },
        { c: "render_block", block: "b", unit: 9e9, index: 0, view: {} }, { c: "append_argument", block: "b", key: "k", text: "t", done: true }, { c: "remove_block", block: "b" }, { c: "pong" });
    return said.filter((m) => m.t === "trouble");"""
    assert await lab(SCENE + code) == []


async def test_a_command_that_fails_is_reported_and_the_next_is_carried_out(lab: Lab) -> None:
    await lab.body("<pre>&lt;invoke</pre>")
    code = f"""main.start(config); await until(() => sentTexts().length); {UNIT} said.length = 0;
    order({{ c: "render_block", block: "b", unit: unitId, index: 0, view: {{ buttons: 7 }} }}, {{ c: "resync", unit: unitId }});
    await until(() => sentTexts().length);
    return [said.filter((m) => m.t === "trouble").map((m) => m.text.split(":")[0]), {TEXTS}];"""
    assert await lab(SCENE + code) == [["render_block"], ["<invoke"]]


async def test_a_resync_sends_all_again(lab: Lab) -> None:
    await lab.body("<pre>abc</pre>")
    code = f"""main.start(config); await until(() => sentTexts().length); {UNIT}
    order({{ c: 'resync', unit: unitId }}); await until(() => sentTexts().length > 1); return sentTexts();"""
    assert await lab(SCENE + code) == ["abc", "abc"]


async def test_another_address_is_reported(lab: Lab) -> None:
    code = """main.start(config); await task(); location.hash = "#there"; document.body.append("x");
    await until(() => said.some((m) => m.t === "url"));
    const told = said.filter((m) => m.t === "url").map((m) => m.url); location.hash = ""; return told;"""
    assert await lab(SCENE + code) == ["about:blank#there"]


async def test_another_address_is_reported_though_nothing_changes_in_the_page(lab: Lab) -> None:
    # An empty page has no history to report.
    code = """main.start(config); await task(); location.hash = "#elsewhere"; navigation.dispatchEvent(new Event("currententrychange"));
    const told = said.filter((m) => m.t === "url").map((m) => m.url); location.hash = ""; return told;"""
    assert await lab(SCENE + code) == ["about:blank#elsewhere"]


@pytest.mark.thorough
async def test_two_thousand_addresses_at_once_are_reported_as_few_and_the_last_is_right(lab: Lab) -> None:
    code = """main.start(config); await task();
    for (let n = 1; n <= 2000; n += 1) { location.hash = `#${n}`; navigation.dispatchEvent(new Event("currententrychange")); }
    const changed = location.hash;
    const told = () => said.filter((m) => m.t === "url").map((m) => m.url);
    while (told().at(-1) !== location.href) await task();
    const all = told(); location.hash = ""; return [changed, all.at(-1), all.length < 200];"""
    assert await lab(SCENE + code) == ["#2000", "about:blank#2000", True]


SHOWN = """Object.assign(config, { sites: [
    { name: "app", origins: [], hosts: [], sign: "#app", profile: { ...config.profile, guessed: true, assistant: ".a" } },
    { name: "generic", origins: [], hosts: [], sign: "", profile: { ...config.profile, guessed: true } }] });
const hellos = () => said.filter((m) => m.t === "hello").map((m) => m.site);
"""


async def test_a_page_that_shows_what_application_it_is_starts_again_as_that(lab: Lab) -> None:
    code = """main.start(config); document.body.innerHTML = "<p id=app></p>";
    while (hellos().length < 2) await task();
    document.body.append("words"); await new Promise((go) => setTimeout(go, 500)); return hellos();"""
    assert await lab(SCENE + SHOWN + code) == ["generic", "app"]


async def test_a_block_is_reported_again_when_the_page_starts_again(lab: Lab) -> None:
    await lab.body("<pre>abc</pre>")
    code = f"""main.start(config); await until(() => sentTexts().length); document.body.append(Object.assign(document.createElement("p"), {{ id: "app" }}));
    await until(() => hellos().length > 1 && sentTexts().length > 1); return [{TEXTS}, said.flatMap((m) => m.items ?? []).filter((item) => item.k === "open").map((item) => item.live)];"""
    assert await lab(SCENE + SHOWN + code) == [["abc", "abc"], [False, False]]
