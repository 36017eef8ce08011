"""The area of a frame that the page's bars leave free."""

from __future__ import annotations

from typing import Any

from tests.injected.lab import Lab

SEEN = {"left": 0, "top": 0, "right": 800, "bottom": 600}
ROW = {"left": 20, "top": 200, "right": 780, "bottom": 240}
"""A part of the frame that must stay."""

# What takes presses over the frame, and the sides at which the free area then ends.
CASES: dict[str, tuple[list[tuple[float, float, float, float]], dict[str, int]]] = {
    "nothing": ([], {}),
    "a header": ([(-10, 0, 820, 100)], {"top": 100}),
    "a header, and a button in it": ([(0, 0, 800, 100), (700, 20, 740, 60)], {"top": 100}),
    "a header and a message box": ([(0, 0, 800, 100), (0, 500, 800, 620)], {"top": 100, "bottom": 500}),
    "a sidebar": ([(700, 0, 800, 600)], {}),
    "a sidebar beside the row": ([(785, 0, 800, 600)], {"right": 785}),
    "a round button at the bottom": ([(380, 540, 420, 580)], {}),
    "a bar through the row": ([(0, 190, 800, 220)], {}),
    "a header that ends between two pixels": ([(0, 0, 800, 199.6)], {"top": 199}),
    "a header that ends a pixel after the row begins": ([(0, 0, 800, 201)], {}),
}
SCENE = """const [seen, kept, foreign] = given;
const areas = foreign.map(([left, top, right, bottom]) => ({ left, top, right, bottom }));
const free = page_bars.areaBetweenBars(seen, areas, [kept]);
return Object.fromEntries(Object.entries(free).filter(([, end]) => Number.isFinite(end)));"""


async def test_only_elements_that_fill_a_side_outside_of_what_must_stay_end_the_free_area(lab: Lab) -> None:
    wrong: dict[str, Any] = {}
    for name, (foreign, ends) in CASES.items():
        found = await lab(SCENE, [SEEN, ROW, foreign])
        if found != ends:
            wrong[name] = found
    assert wrong == {}
