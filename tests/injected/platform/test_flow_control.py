"""How much may be on its way to Python at a time."""

from __future__ import annotations

from tests.injected.lab import Lab

SCENE = """
globalThis.end = new AbortController();
let again = 0;
const c = new flow_control.FlowControl(2, () => { again += 1; }, globalThis.end.signal);
"""


async def test_there_is_credit_for_so_many_pieces(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.sent(); c.sent(); return c.left;") == 0


async def test_a_piece_that_was_read_gives_credit_and_goes_on(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.sent(); c.sent(); c.acknowledged(); return [c.left, again];") == [1, 1]


async def test_an_answer_to_something_else_gives_none(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.acknowledged(); c.acknowledged(); return [c.left, again];") == [2, 0]


async def test_an_answer_that_is_lost_does_not_silence_the_page(lab: Lab) -> None:
    code = "c.sent(); c.sent(); await new Promise((go) => setTimeout(go, 2100)); return c.left > 0;"
    assert await lab(SCENE + code) is True


async def test_nothing_goes_on_after_the_end(lab: Lab) -> None:
    code = "c.sent(); globalThis.end.abort(); await new Promise((go) => setTimeout(go, 2100)); return again;"
    assert await lab(SCENE + code) == 0


async def test_the_first_piece_is_small_and_those_after_its_answer_are_larger(lab: Lab) -> None:
    code = "const first = c.units; c.sent(); const second = c.units; c.acknowledged(); return [second === first, c.units > first];"
    assert await lab(SCENE + code) == [True, True]


async def test_a_wider_window_gives_credit_at_once_and_only_once(lab: Lab) -> None:
    assert await lab(f"{SCENE} c.sent(); c.widen(3); c.widen(3); return [c.left, c.most, again];") == [
        2,
        3,
        1,
    ]
