"""Code blocks of answers that can't be read are counted, with the reason and the site's own way out."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
globalThis.end?.abort();
globalThis.end = new AbortController();
const { signal } = globalThis.end;
const hosts = new host_elements.Hosts("data-m", false);
const g = new prefilter.Prefilter(["<invoke", "{"]);
const profile = { user: ".user", assistant: ".bot", streaming: "", message_id: "", fence: ".frame", composer: "" };
const p = new page_model.Page(profile, new shadow_roots.Roots());
const c = new hidden_text.HiddenText(hosts, g, ".frame", () => {});
const w = new observer.Watcher({ page: p, hosts, hiddenText: c, prefilter: g, requestFlush: () => {}, queueTask: (job) => job(), signal });
w.start();
while (w.collect().items.length);
const sent = [];
const survey = new code_survey.CodeSurvey({ units: () => w.units.values(), page: p, isBehind: () => false, send: (message) => sent.push(message), signal });
const until = async (holds) => { while (!holds()) await new Promise((go) => setTimeout(go, 20)); };
// Python found no call in what was drawn.
const count = () => {
    for (const unit of w.units.values()) if (w.hiding.verdictOf(unit) === "held") w.hiding.applyVerdict(unit, false);
    const { blocks, unread } = survey.count();
    return [blocks, unread.map(({ why, button }) => [why, button])];
};
"""
TREE = """<div class=frame><div><button>Copy</button><button>Raw</button></div><div role=tree>
<div role=treeitem>"name": "look"</div><div role=treeitem aria-expanded=false>"arguments": {…}</div></div></div>"""
GAP = "<div class=cm-editor><div class=cm-content><div class=cm-gap></div><div class=cm-line>z</div></div></div>"


def answer(inside: str) -> str:
    return f"<div class=bot>{inside}</div>"


CASES: dict[str, tuple[str, list[object]]] = {
    "code that is read": (answer("<pre>a</pre><pre>b</pre>"), [2, []]),
    "a tree with folded fields": (answer(f"<pre>a</pre>{TREE}"), [2, [["folded", "Raw"]]]),
    "a tree that is open": (answer("<div role=tree>name: look</div>"), [1, [["tree", ""]]]),
    "a tree that shows its JSON whole": (
        answer('<pre><div class=json-view><i>-</i><b>name</b>: <b>"look"</b></div></pre>'),
        [1, []],
    ),
    "a tree of files": (answer("<div role=tree>src main.js</div>"), [0, []]),
    "a view that draws a part": (answer(GAP), [1, [["part", ""]]]),
    "a picture of code": (answer("<pre><canvas height=90></canvas></pre>"), [1, [["drawn", ""]]]),
    "a component with a text of its own": (
        answer("<pre><x-code style='display: block; height: 90px'></x-code></pre>"),
        [1, [["unknown", ""]]],
    ),
    "an empty block with a button": (
        answer(
            "<pre style='height: 90px'><button><x-icon style='display: block; height: 90px'></x-icon></button></pre>"
        ),
        [1, []],
    ),
    "a call of which only the wrapper's line is drawn": (
        answer(
            "<div class=cm-editor><div class=cm-content><div class=cm-line>&lt;invoke</div><div class=cm-gap></div></div></div>"
        ),
        [1, [["part", ""]]],
    ),
    "a frame without code": (
        answer("<div class=frame><canvas height=90></canvas></div>"),
        [1, [["drawn", ""]]],
    ),
    "code of the user": (f"<div class=user>{TREE}<pre><canvas height=90></canvas></pre></div>", [0, []]),
    "a tree outside of the messages": (answer("x") + TREE, [0, []]),
}


async def test_code_that_can_not_be_read_is_counted_with_its_reason(lab: Lab) -> None:
    cases = {name: Case("return count();", wanted, html=html) for name, (html, wanted) in CASES.items()}
    assert await lab.differing(SCENE, cases) == {}


async def test_the_counts_are_sent_when_they_change(lab: Lab) -> None:
    await lab.body(answer(TREE))
    code = """
    survey.changed();
    await until(() => sent.length);
    document.querySelector("[role=tree]").remove();
    survey.changed();
    await until(() => sent.length === 2);
    return sent;"""
    assert await lab(SCENE + code) == [
        {"t": "code", "blocks": 1, "unread": [{"why": "folded", "button": "Raw"}]},
        {"t": "code", "blocks": 1, "unread": [{"why": "drawn", "button": ""}]},
    ]


async def test_a_block_that_is_read_late_is_never_said_to_be_unreadable(lab: Lab) -> None:
    """As on a busy machine, where the text of an editor comes after the first check."""
    await lab.body(answer(TREE))
    code = """
    survey.changed();
    await until(() => survey.doubted);
    const pre = document.createElement("pre");
    pre.append("code");
    document.querySelector("[role=tree]").replaceWith(pre);
    document.querySelector(".frame").before(pre);
    document.querySelector(".frame").remove();
    await until(() => sent.length);
    return sent;"""
    assert await lab(SCENE + code) == [{"t": "code", "blocks": 1, "unread": []}]
