from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<pre><code>abc</code></pre>";
const node = document.querySelector("pre");
const words = () => document.querySelector("code").lastChild;
const u = new tracked_block.TrackedBlock("fence", node, () => false);
const seen = new MutationObserver(() => {});
seen.observe(document.body, { childList: true, characterData: true, subtree: true });
const mark = () => { for (const record of seen.takeRecords()) u.addRecord(record); };
"""


async def test_units_have_different_numbers(lab: Lab) -> None:
    assert (
        await lab(f"{SCENE} return new tracked_block.TrackedBlock('fence', node, () => false).id - u.id;")
        == 1
    )


async def test_the_first_look_gives_all(lab: Lab) -> None:
    assert await lab(f"{SCENE} return u.change();") == {"at": 0, "text": "abc"}


async def test_a_look_at_what_nothing_happened_to_gives_nothing(lab: Lab) -> None:
    assert await lab(f"{SCENE} u.change(); return u.change();") is None


async def test_what_grew_is_given_alone(lab: Lab) -> None:
    assert await lab(f"{SCENE} u.change(); words().appendData('d'); mark(); return u.change();") == {
        "at": 3,
        "text": "d",
    }


async def test_what_was_rebuilt_gives_what_differs(lab: Lab) -> None:
    code = "u.change(); node.firstChild.innerHTML = '<b>ab</b>X'; mark(); return u.change();"
    assert await lab(SCENE + code) == {"at": 2, "text": "X"}


async def test_a_mark_without_a_record_has_everything_looked_at(lab: Lab) -> None:
    code = "u.change(); words().data = 'zz'; u.addRecord(null); return u.change();"
    assert await lab(SCENE + code) == {"at": 0, "text": "zz"}


async def test_a_record_after_such_a_mark_changes_nothing_of_that(lab: Lab) -> None:
    code = "u.change(); u.addRecord(null); words().data = 'zbc'; mark(); return [u.records, u.change()];"
    assert await lab(SCENE + code) == [None, {"at": 0, "text": "zbc"}]


async def test_a_unit_reads_by_its_kind(lab: Lab) -> None:
    wrong: list[object] = []
    for kind, text in [("fence", "abc"), ("prose", "\ufffc")]:
        await lab.empty()
        code = "return new tracked_block.TrackedBlock(given, given === 'fence' ? node : document.body, () => false).read().text;"
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
const u = new tracked_block.TrackedBlock("fence", document.body.firstElementChild, () => false);
const look = () => { const change = u.change(); return change && [change.at, change.text, u.gapped]; };
draw("one", "…", "nine");
"""


async def test_a_view_with_a_gap_gives_what_comes_before_it(lab: Lab) -> None:
    assert await lab(f"{VIEW} return look();") == [0, "one", True]


async def test_what_changes_behind_a_gap_is_reported_without_a_text(lab: Lab) -> None:
    code = "look(); draw('one', '…', 'ten'); return look();"
    assert await lab(VIEW + code) == [3, "", True]


async def test_a_gap_that_is_closed_gives_the_rest(lab: Lab) -> None:
    code = "look(); draw('one', 'two', 'nine'); return look();"
    assert await lab(VIEW + code) == [3, "\ntwo\nnine", False]


async def test_a_gap_that_hid_nothing_is_reported_when_it_is_closed(lab: Lab) -> None:
    code = "draw('one', '…'); look(); draw('one'); return [look(), look()];"
    assert await lab(VIEW + code) == [[3, "", False], None]


async def test_a_full_text_that_fits_takes_the_place_of_what_is_drawn(lab: Lab) -> None:
    code = "look(); return [u.setFullText('one\\ntwo\\nnine'), look()];"
    assert await lab(VIEW + code) == [True, [3, "\ntwo\nnine", False]]


async def test_a_full_text_is_taken_once(lab: Lab) -> None:
    code = "u.setFullText('one\\ntwo\\nnine'); return u.setFullText('one\\ntwo\\nnine');"
    assert await lab(VIEW + code) is False


async def test_a_full_text_that_does_not_fit_is_not_taken(lab: Lab) -> None:
    code = "look(); return [u.setFullText('one\\ntwo\\nten'), u.change()];"
    assert await lab(VIEW + code) == [False, None]


async def test_a_full_text_of_before_is_no_longer_all(lab: Lab) -> None:
    code = "u.setFullText('one\\ntwo\\nnine'); look(); draw('one', '…', 'ten'); return look();"
    assert await lab(VIEW + code) == [12, "", True]


async def test_a_full_text_that_no_longer_begins_alike_is_forgotten(lab: Lab) -> None:
    code = "u.setFullText('one\\ntwo\\nnine'); look(); draw('other', '…', 'ten'); return look();"
    assert await lab(VIEW + code) == [1, "ther", True]


async def test_what_has_no_gap_takes_no_full_text(lab: Lab) -> None:
    wrong: list[object] = []
    for kind in ["fence", "prose"]:
        await lab.empty()
        code = "return new tracked_block.TrackedBlock(given, node, () => false).setFullText('abc');"
        if (found := await lab(SCENE + code, kind)) is not False:
            wrong.append((kind, found))
    assert wrong == []
