"""How much may be on its way to Python at a time."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

SCENE = """
globalThis.end = new AbortController();
let again = 0;
const c = new flow_control.FlowControl(2, () => { again += 1; }, globalThis.end.signal);
"""


async def test_a_page_sends_no_more_pieces_than_it_has_credit_for(lab: Lab) -> None:
    cases = {
        "the page has credit for a number of pieces": Case("c.sent(); c.sent(); return c.left;", 0),
        "a piece that was read gives credit and goes on": Case(
            "c.sent(); c.sent(); c.acknowledged(); return [c.left, again];", [1, 1]
        ),
        "an answer to something else gives none": Case(
            "c.acknowledged(); c.acknowledged(); return [c.left, again];", [2, 0]
        ),
        "an answer that is lost does not silence the page, and nothing goes on after the end": Case(
            """const over = new AbortController(); let late = 0;
    const ended = new flow_control.FlowControl(2, () => { late += 1; }, over.signal);
    ended.sent(); over.abort(); c.sent(); c.sent(); await new Promise((go) => setTimeout(go, 2100));
    return [c.left > 0, again > 0, late];""",
            [True, True, 0],
        ),
        "the first piece is small and those after its answer are larger": Case(
            "const first = c.units; c.sent(); const second = c.units; c.acknowledged(); return [second === first, c.units > first];",
            [True, True],
        ),
        "a wider window gives credit at once and only once": Case(
            "c.sent(); c.widen(3); c.widen(3); return [c.left, c.most, again];",
            [
                2,
                3,
                1,
            ],
        ),
    }
    assert await lab.differing(SCENE, cases) == {}
