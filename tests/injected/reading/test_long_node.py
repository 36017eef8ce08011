"""A text node that has grown long: it gets one record per task."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

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


async def test_a_long_node_is_reported_once_in_each_task(lab: Lab) -> None:
    cases = {
        "a short node is observed": Case(
            "await grow(100); return [h.long, heard.length > 30];", [None, True]
        ),
        "of what is written into a long node in one task there is one record": Case(
            """await grow(); let made = 0;
    const { separate } = h, { observe } = separate;
    separate.observe = (...given) => { made += 1; observe.apply(separate, given); };
    for (let n = 0; n < 500; n += 1) { node.appendData("z"); await turn(); }
    await task(); return made;""",
            1,
        ),
        "all text of one task is reported once": Case(
            """await grow(); heard.length = 0;
    for (let n = 0; n < 500; n += 1) { node.appendData("z"); await turn(); }
    await task(); return heard.map(([type, text, made]) => [type, text.length, made]);""",
            [["characterData", 5000 + 30 + 500, False]],
        ),
        "the text is reported before the next task": Case(
            """await grow(); heard.length = 0; let then = null;
    const { port1, port2 } = new MessageChannel();
    const next = new Promise((go) => { port1.onmessage = () => { then = heard.map(([, text]) => text.slice(-4)); go(); }; });
    port2.postMessage(0); node.appendData("soon"); await next; return then;""",
            ["soon"],
        ),
        "each task is reported": Case(
            "await grow(); heard.length = 0; for (const w of ['a', 'b', 'c']) { node.appendData(w); await task(); } return heard.map(([, text]) => text.slice(-1));",
            ["a", "b", "c"],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_nodes_beside_a_long_node_are_observed_as_before(lab: Lab) -> None:
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


async def test_text_added_beside_a_long_node_is_observed(lab: Lab) -> None:
    wrong: list[object] = []
    for where in ["document.querySelector('#b')", "document.querySelector('main')"]:
        await lab.empty()
        code = f"""await grow(); const other = document.createTextNode("other"); {where}.append(other); await turn();
        return kinds(() => other.appendData("!"));"""
        if (found := await lab(SCENE + code)) != [["characterData", True]]:
            wrong.append((where, found))
    assert wrong == []


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


async def test_a_long_node_is_observed_again_once_it_rests_or_something_is_hidden(lab: Lab) -> None:
    cases = {
        "a node that stopped growing is observed again": Case(
            """await grow(); await new Promise((go) => { const look = () => (h.long ? setTimeout(look, 20) : go()); look(); });
    return kinds(() => node.appendData("!"));""",
            [["characterData", True]],
        ),
        "nothing is lost between the last look and that": Case(
            """await grow(); heard.length = 0; node.appendData("last"); node.remove(); await turn();
    return heard.filter(([type]) => type === "characterData").map(([, text]) => text.slice(-4));""",
            ["last"],
        ),
        "where something is hidden the node stays observed": Case(
            "may = false; await grow(); return h.long;", None
        ),
        "a node in which something is hidden now is observed again": Case(
            "await grow(); may = false; node.appendData('<invoke'); await task(); return [h.long, await kinds(() => node.appendData('!'))];",
            [None, [["characterData", True]]],
        ),
        "a long node in a shadow root leaves the document observed": Case(
            """const root = document.querySelector("#a").attachShadow({ mode: "open" });
    h.watch(root); root.append(node); await grow();
    const out = h.long === node;
    return [out, await kinds(() => document.querySelector("#b").append("x")), await kinds(() => root.append("y"))];""",
            [True, [["childList", True]], [["childList", True]]],
        ),
        "nothing is reported after the end": Case(
            "await grow(); globalThis.end.abort(); heard.length = 0; node.appendData('!'); document.body.append('x'); await task(); return heard;",
            [],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}
