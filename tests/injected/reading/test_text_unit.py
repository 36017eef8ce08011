from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
document.body.innerHTML = "<pre><code>abc</code></pre>";
const node = document.querySelector("pre");
const words = () => document.querySelector("code").lastChild;
const u = new text_unit.Unit("fence", node, () => false);
const seen = new MutationObserver(() => {});
seen.observe(document.body, { childList: true, characterData: true, subtree: true });
const mark = () => { for (const record of seen.takeRecords()) u.addRecord(record); };
"""


async def test_a_look_at_a_block_gives_what_differs_since_the_last(lab: Lab) -> None:
    cases = {
        "units have different numbers": Case(
            "return new text_unit.Unit('fence', node, () => false).id - u.id;", 1
        ),
        "the first look gives all": Case("return u.change();", {"at": 0, "text": "abc"}),
        "a look at what nothing happened to gives nothing": Case("u.change(); return u.change();", None),
        "only the added text is given": Case(
            "u.change(); words().appendData('d'); mark(); return u.change();",
            {
                "at": 3,
                "text": "d",
            },
        ),
        "a rebuilt text gives the part that differs": Case(
            "u.change(); node.firstChild.innerHTML = '<b>ab</b>X'; mark(); return u.change();",
            {"at": 2, "text": "X"},
        ),
        "a mark without a record has everything looked at": Case(
            "u.change(); words().data = 'zz'; u.addRecord(null); return u.change();", {"at": 0, "text": "zz"}
        ),
        "a record after such a mark changes nothing of that": Case(
            "u.change(); u.addRecord(null); words().data = 'zbc'; mark(); return [u.records, u.change()];",
            [None, {"at": 0, "text": "zbc"}],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}


async def test_a_unit_reads_by_its_kind(lab: Lab) -> None:
    wrong: list[object] = []
    for kind, text in [("fence", "abc"), ("prose", "\ufffc")]:
        await lab.empty()
        code = "return new text_unit.Unit(given, given === 'fence' ? node : document.body, () => false).read().text;"
        if (found := await lab(SCENE + code, kind)) != text:
            wrong.append((kind, found))
    assert wrong == []


VIEW = """
document.body.innerHTML = "<div class=cm-editor><div class=cm-content></div></div>";
const content = document.querySelector(".cm-content");
const draw = (...lines) => {
    content.innerHTML = lines.map((line) => line === "…" ? "<div class=cm-gap></div>" : `<div class=cm-line>${line}</div>`).join("");
    u.addRecord(null);
};
const u = new text_unit.Unit("fence", document.body.firstElementChild, () => false);
const look = () => { const change = u.change(); return change && [change.at, change.text, u.gapped]; };
draw("one", "…", "nine");
"""


async def test_a_view_with_a_gap_gives_what_is_certain(lab: Lab) -> None:
    cases = {
        "a view with a gap gives what comes before it": Case(f"{VIEW} return look();", [0, "one", True]),
        "a change behind a gap is reported without a text": Case(
            VIEW + "look(); draw('one', '…', 'ten'); return look();", [3, "", True]
        ),
        "a gap that is closed gives the rest": Case(
            VIEW + "look(); draw('one', 'two', 'nine'); return look();", [3, "\ntwo\nnine", False]
        ),
        "a gap that hid nothing is reported when it is closed": Case(
            VIEW + "draw('one', '…'); look(); draw('one'); return [look(), look()];", [[3, "", False], None]
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_full_text_is_taken_once_and_only_if_it_fits(lab: Lab) -> None:
    cases = {
        "a full text that fits takes the place of what is drawn": Case(
            VIEW + "look(); return [u.setFullText('one\\ntwo\\nnine'), look()];",
            [True, [3, "\ntwo\nnine", False]],
        ),
        "a full text is taken once": Case(
            VIEW + "u.setFullText('one\\ntwo\\nnine'); return u.setFullText('one\\ntwo\\nnine');", False
        ),
        "a full text that does not fit is not taken": Case(
            VIEW + "look(); return [u.setFullText('one\\ntwo\\nten'), u.change()];", [False, None]
        ),
        "a full text of before is no longer all": Case(
            VIEW + "u.setFullText('one\\ntwo\\nnine'); look(); draw('one', '…', 'ten'); return look();",
            [12, "", True],
        ),
        "a full text that no longer begins alike is forgotten": Case(
            VIEW + "u.setFullText('one\\ntwo\\nnine'); look(); draw('other', '…', 'ten'); return look();",
            [1, "ther", True],
        ),
    }
    assert await lab.differing("", cases) == {}


async def test_a_block_without_a_gap_takes_no_full_text(lab: Lab) -> None:
    wrong: list[object] = []
    for kind in ["fence", "prose"]:
        await lab.empty()
        code = "return new text_unit.Unit(given, node, () => false).setFullText('abc');"
        if (found := await lab(SCENE + code, kind)) is not False:
            wrong.append((kind, found))
    assert wrong == []
