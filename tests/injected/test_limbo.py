"""Blocks whose node left the page a moment ago."""

from __future__ import annotations

import pytest

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<pre>one two three four</pre><pre>six</pre>";
const gone = [];
const l = new limbo.Limbo((unit) => gone.push(unit.tracker.text));
const [a, b] = [...document.querySelectorAll("pre")].map((node) => { const u = new unit.Unit("fence", node, () => false); u.change(); return u; });
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one two three four", True),
        ("one two three four five", True),
        ("one two", True),
        ("one two three 4", True),
        ("something else", False),
    ],
)
async def test_a_new_node_goes_on_with_a_lost_block_that_reads_alike(
    lab: Lab, text: str, found: bool
) -> None:
    code = "a.node.remove(); l.take([a]); return l.heir('fence', () => given) === a;"
    assert await lab(SCENE + code, text) is found


async def test_a_message_is_no_heir_of_a_code_block(lab: Lab) -> None:
    code = "a.node.remove(); l.take([a]); return l.heir('prose', () => 'one two three four') === undefined;"
    assert await lab(SCENE + code) is True


async def test_the_block_that_did_not_change_comes_first(lab: Lab) -> None:
    code = """a.node.remove(); b.node.textContent = "one two three five"; b.mark(null); b.change(); b.node.remove();
    l.take([a, b]); return l.heir("fence", () => "one two three five") === b;"""
    assert await lab(SCENE + code) is True


async def test_cleared_all_are_given_up(lab: Lab) -> None:
    assert await lab(
        f"{SCENE} a.node.remove(); l.take([a]); l.clear(); return [gone.length, l.take([]).length];"
    ) == [1, 0]
