"""Which of many blocks are near the view, without asking each of them."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# Blocks of 100 pixels, so that block n is at 100 n - `offset`; `asked` counts the places that were asked for.
SCENE = """
let asked = 0;
const placed = (place) => (one) => { asked += 1; return place(one); };
const down = (offset) => (n) => ({ top: 100 * n - offset, bottom: 100 * n + 100 - offset });
const all = Array.from({ length: 5000 }, (_, n) => n);
const within = (place) => all.filter((n) => place(n).bottom > place(n).top && place(n).bottom > -400 && place(n).top < innerHeight + 400);
const same = (place) => String(view_order.nearView(all, placed(place))) === String(within(place));
"""


async def test_blocks_near_the_view_are_found(lab: Lab) -> None:
    wrong: list[object] = []
    for place in [
        "down(0)",
        "down(250000)",
        "down(499000)",
        "(n) => down(250000)(4999 - n)",
        "(n) => down(499000)(4999 - n)",
        "(n) => n % 3 ? { top: 0, bottom: 0 } : down(250000)(n)",
        "(n) => n % 200 < 150 ? { top: 0, bottom: 0 } : down(250000)(n)",
        "(n) => n < 2000 || n > 2100 ? { top: 0, bottom: 0 } : down(204000)(n)",
        "() => ({ top: 0, bottom: 0 })",
    ]:
        await lab.empty()
        if (found := await lab(f"{SCENE} return same({place});")) is not True:
            wrong.append((place, found))
    assert wrong == []


async def test_few_blocks_are_asked_for_their_place(lab: Lab) -> None:
    cases = {
        "those near the view of an empty page are none": Case(
            "return view_order.nearView([], placed(down(0)));", []
        ),
        "few of many are asked": Case(
            "view_order.nearView(all, placed(down(250000))); return asked < all.length / 10;", True
        ),
    }
    assert await lab.differing(SCENE, cases) == {}
