"""Blocks whose node left the page a moment ago."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<pre>one two three four</pre><pre>six</pre>";
const gone = [];
const l = new detached_blocks.DetachedBlocks((unit) => gone.push(unit.tracker.text));
const [a, b] = [...document.querySelectorAll("pre")].map((node) => { const u = new tracked_block.TrackedBlock("fence", node, () => false); u.change(); u.announced = true; return u; });
const read = (text, message = "") => () => ({ text, message });
"""


async def test_only_what_left_the_page_is_taken(lab: Lab) -> None:
    assert await lab(f"{SCENE} a.node.remove(); return l.take([a, b]).map((u) => u.tracker.text);") == [
        "one two three four"
    ]


async def test_what_left_a_moment_ago_is_still_there_for_the_taking(lab: Lab) -> None:
    assert await lab(f"{SCENE} a.node.remove(); l.take([a]); return l.take([]).length;") == 1


async def test_what_comes_back_is_released_once(lab: Lab) -> None:
    code = "a.node.remove(); l.take([a]); return [l.release(a), l.release(a), a.lostAt];"
    assert await lab(SCENE + code) == [True, False, 0]


async def test_what_does_not_come_back_expires(lab: Lab) -> None:
    code = "a.node.remove(); l.take([a]); await new Promise((go) => setTimeout(go, 2300)); return gone;"
    assert await lab(SCENE + code) == ["one two three four"]


async def test_what_came_back_does_not_expire(lab: Lab) -> None:
    code = "a.node.remove(); l.take([a]); l.release(a); await new Promise((go) => setTimeout(go, 2300)); return gone;"
    assert await lab(SCENE + code) == []


async def test_a_text_that_a_site_ends_with_a_line_end_each_time_goes_on(lab: Lab) -> None:
    code = """a.tracker.text = 'one two three four\\n'; a.node.remove(); l.take([a]);
    return l.matchReplacement('fence', read('one two three four five\\n')) === a;"""
    assert await lab(SCENE + code) is True


async def test_a_new_node_continues_the_one_of_two_equal_blocks_that_left_last(lab: Lab) -> None:
    code = """b.tracker.text = a.tracker.text; a.lostAt = 1; b.lostAt = 2; l.units = new Set([a, b]);
    return l.matchReplacement('fence', read(a.tracker.text)) === b;"""
    assert await lab(SCENE + code) is True


@pytest.mark.parametrize(
    ("text", "growing", "still"),
    [
        ("one two three four", True, True),
        ("one two three four five", True, True),
        ("one two", True, False),
        ("one two three 4", True, False),
        ("something else", False, False),
    ],
)
async def test_a_new_node_goes_on_with_a_lost_block_that_reads_alike_if_that_grew_or_goes_on_as_it_was(
    lab: Lab, text: str, growing: bool, still: bool
) -> None:
    code = """a.node.remove(); l.take([a]); const before = l.matchReplacement('fence', read(given)) === a;
    a.grownAt = performance.now(); return [l.matchReplacement('fence', read(given)) === a, before];"""
    assert await lab(SCENE + code, text) == [growing, still]


async def test_a_text_that_grew_long_ago_is_no_longer_being_written(lab: Lab) -> None:
    code = """a.node.remove(); l.take([a]); a.grownAt = performance.now() - 60000;
    return l.matchReplacement('fence', read("one two three 4")) === undefined;"""
    assert await lab(SCENE + code) is True


async def test_a_block_comes_back_in_its_own_message(lab: Lab) -> None:
    wrong: list[object] = []
    for text, message, found in [
        ("one two three 4", "m1", True),
        ("one two three 4", "m2", False),
        ("one two three four", "m1", True),
        ("one two three four", "m2", False),
        ("one two three four", "", True),
        ("one two three four five", "m2", False),
    ]:
        await lab.empty()
        code = "a.message = 'm1'; a.node.remove(); l.take([a]); return l.matchReplacement('fence', read(...given)) === a;"
        if (found := await lab(SCENE + code, [text, message])) is not found:
            wrong.append((text, message, found))
    assert wrong == []


async def test_of_equal_blocks_that_of_the_same_message_comes_back(lab: Lab) -> None:
    code = """b.node.textContent = "one two three four"; b.addRecord(null); b.change(); b.message = "m2"; l.take([]);
    a.node.remove(); b.node.remove(); l.take([a, b]); return l.matchReplacement("fence", read("one two three four", "m2")) === b;"""
    assert await lab(SCENE + code) is True


@pytest.mark.parametrize(("was", "now", "gone"), [("c1", "c2", 1), ("c1", "c1", 0), ("", "c2", 0)])
async def test_what_leaves_with_its_conversation_does_not_come_back(
    lab: Lab, was: str, now: str, gone: int
) -> None:
    code = """a.chat = given[0]; l.chat = given[1]; a.node.remove(); const kept = l.take([a]).length;
    return [gone.length, kept];"""
    assert await lab(SCENE + code, [was, now]) == [gone, 1 - gone]


async def test_a_message_is_no_heir_of_a_code_block(lab: Lab) -> None:
    code = "a.node.remove(); l.take([a]); return l.matchReplacement('prose', read('one two three four')) === undefined;"
    assert await lab(SCENE + code) is True


async def test_the_block_that_did_not_change_comes_first(lab: Lab) -> None:
    code = """a.node.remove(); b.node.textContent = "one two three five"; b.addRecord(null); b.change(); b.node.remove();
    l.take([a, b]); return l.matchReplacement("fence", read("one two three five")) === b;"""
    assert await lab(SCENE + code) is True


async def test_cleared_all_are_given_up(lab: Lab) -> None:
    assert await lab(
        f"{SCENE} a.node.remove(); l.take([a]); l.clear(); return [gone.length, l.take([]).length];"
    ) == [1, 0]


@pytest.mark.parametrize("announced", [True, False])
async def test_no_node_goes_on_with_a_block_that_was_never_told_of(lab: Lab, announced: bool) -> None:
    code = """a.tracker.text = ""; a.announced = given; a.node.remove(); l.take([a]);
    return l.matchReplacement("fence", read("", "m")) === a;"""
    assert await lab(SCENE + code, announced) is announced
