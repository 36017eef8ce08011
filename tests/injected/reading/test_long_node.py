"""A text node that has grown long: one record a task is made of it."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

# `heard` is what was delivered: kind, text and whether the browser made the record. `grow()` makes the node a long one.
SCENE = """
globalThis.end?.abort();
globalThis.end = new AbortController();
const { signal } = globalThis.end;
document.body.innerHTML = "<main><p id=a>a</p><section><p id=b></p></section></main>";
const heard = [];
let may = true;
const h = new long_node.ChangeObserver({
    deliver: (records) => { for (const r of records) heard.push([r.type, r.target.data ?? "", r instanceof MutationRecord]); },
    may: () => may, signal,
});
h.watch(document);
const node = document.querySelector("#b").appendChild(document.createTextNode(""));
const turn = () => Promise.resolve();
const task = () => new Promise((go) => { const c = new MessageChannel(); c.port1.onmessage = go; c.port2.postMessage(0); });
const grow = async (length = 5000) => {
    node.data = "x".repeat(length);
    for (let n = 0; n < 30; n += 1) { node.appendData("y"); await turn(); }
    await task();
};
const kinds = async (step) => { heard.length = 0; step(); await turn(); return heard.map(([type, , made]) => [type, made]); };
"""


async def test_a_short_node_is_observed(lab: Lab) -> None:
    assert await lab(SCENE + "await grow(100); return [h.long, heard.length > 30];") == [None, True]


async def test_of_what_is_written_into_a_long_node_in_one_task_there_is_one_record(lab: Lab) -> None:
    code = """await grow(); let made = 0;
    const { separate } = h, { observe } = separate;
    separate.observe = (...given) => { made += 1; observe.apply(separate, given); };
    for (let n = 0; n < 500; n += 1) { node.appendData("z"); await turn(); }
    await task(); return made;"""
    assert await lab(SCENE + code) == 1


async def test_all_that_was_written_in_one_task_is_reported_once(lab: Lab) -> None:
    code = """await grow(); heard.length = 0;
    for (let n = 0; n < 500; n += 1) { node.appendData("z"); await turn(); }
    await task(); return heard.map(([type, text, made]) => [type, text.length, made]);"""
    assert await lab(SCENE + code) == [["characterData", 5000 + 30 + 500, False]]


async def test_it_is_reported_before_the_next_task(lab: Lab) -> None:
    code = """await grow(); heard.length = 0; let then = null;
    const { port1, port2 } = new MessageChannel();
    const next = new Promise((go) => { port1.onmessage = () => { then = heard.map(([, text]) => text.slice(-4)); go(); }; });
    port2.postMessage(0); node.appendData("soon"); await next; return then;"""
    assert await lab(SCENE + code) == ["soon"]


async def test_each_task_is_reported(lab: Lab) -> None:
    code = "await grow(); heard.length = 0; for (const w of ['a', 'b', 'c']) { node.appendData(w); await task(); } return heard.map(([, text]) => text.slice(-1));"
    assert await lab(SCENE + code) == ["a", "b", "c"]


async def test_all_else_is_observed_as_before(lab: Lab) -> None:
    wrong: list[object] = []
    for step, kind in [
        ("document.querySelector('#a').firstChild.appendData('more')", "characterData"),
        ("document.querySelector('#b').append('beside')", "childList"),
        ("document.body.append(document.createElement('pre'))", "childList"),
    ]:
        await lab.empty()
        if (found := await lab(f"{SCENE} await grow(); return kinds(() => {{ {step} }});")) != [[kind, True]]:
            wrong.append((step, found))
    assert wrong == []


@pytest.mark.parametrize("where", ["document.querySelector('#b')", "document.querySelector('main')"])
async def test_text_that_came_beside_it_is_observed(lab: Lab, where: str) -> None:
    code = f"""await grow(); const other = document.createTextNode("other"); {where}.append(other); await turn();
    return kinds(() => other.appendData("!"));"""
    assert await lab(SCENE + code) == [["characterData", True]]


async def test_a_node_that_is_moved_or_taken_out_is_observed_again(lab: Lab) -> None:
    wrong: list[object] = []
    for step in [
        "node.remove()",
        "document.querySelector('#a').append(node)",
        "document.body.prepend(document.querySelector('section'))",
        "document.querySelector('main').remove()",
    ]:
        await lab.empty()
        code = f"await grow(); {step}; await turn(); document.body.append(node); await turn(); return kinds(() => node.appendData('!'));"
        if (found := await lab(SCENE + code)) != [["characterData", True]]:
            wrong.append((step, found))
    assert wrong == []


async def test_a_node_that_stopped_growing_is_observed_again(lab: Lab) -> None:
    code = """await grow(); await new Promise((go) => { const look = () => (h.long ? setTimeout(look, 20) : go()); look(); });
    return kinds(() => node.appendData("!"));"""
    assert await lab(SCENE + code) == [["characterData", True]]


async def test_nothing_is_lost_between_the_last_look_and_that(lab: Lab) -> None:
    code = """await grow(); heard.length = 0; node.appendData("last"); node.remove(); await turn();
    return heard.filter(([type]) => type === "characterData").map(([, text]) => text.slice(-4));"""
    assert await lab(SCENE + code) == ["last"]


async def test_where_something_is_hidden_the_node_stays_observed(lab: Lab) -> None:
    assert await lab(f"{SCENE} may = false; await grow(); return h.long;") is None


async def test_a_node_in_which_something_is_hidden_now_is_observed_again(lab: Lab) -> None:
    code = "await grow(); may = false; node.appendData('<invoke'); await task(); return [h.long, await kinds(() => node.appendData('!'))];"
    assert await lab(SCENE + code) == [None, [["characterData", True]]]


async def test_a_long_node_in_a_shadow_root_leaves_the_document_observed(lab: Lab) -> None:
    code = """const root = document.querySelector("#a").attachShadow({ mode: "open" });
    h.watch(root); root.append(node); await grow();
    const out = h.long === node;
    return [out, await kinds(() => document.querySelector("#b").append("x")), await kinds(() => root.append("y"))];"""
    assert await lab(SCENE + code) == [True, [["childList", True]], [["childList", True]]]


async def test_nothing_is_reported_after_the_end(lab: Lab) -> None:
    code = "await grow(); globalThis.end.abort(); heard.length = 0; node.appendData('!'); document.body.append('x'); await task(); return heard;"
    assert await lab(SCENE + code) == []
