"""Units of a long history near the view are found, in whatever order they were added."""

from __future__ import annotations

from tests.injected.lab import Case, Lab

# The view is at the last units, between two samples of all units.
SCENE = """
document.body.style.margin = 0;
const all = Array.from({ length: 2970 }, (_, n) => {
    const node = document.createElement("div");
    node.style.height = "100px";
    document.body.append(node);
    return { n, node };
});
scrollTo(0, 1e9);
const set = new ordered_units.OrderedUnits();
for (const unit of all) set.add(unit);
const again = (...numbers) => { for (const n of numbers) { set.delete(all[n]); set.add(all[n]); } };
const isInView = ({ node }) => node.getBoundingClientRect().bottom > 0;
const found = () => set.near(0).map(({ n }) => n).sort((one, other) => one - other).join();
const inView = (number) => all.filter(isInView).slice(0, number).map(({ n }) => n).join();
"""


async def test_the_units_in_view_are_found_whichever_was_removed_and_added_again(lab: Lab) -> None:
    cases = {
        "all in order": "return found() === inView();",
        "the first ones again": "again(0, 1, 2); return found() === inView();",
        "the first ones again after a look": "again(0); found(); again(1); return found() === inView();",
        "one in the middle again": "again(1500); return found() === inView();",
        "the first one after the last was removed": "set.delete(all[2969]); again(0); return found() === inView(-1);",
        "two after all were removed": "set.clear(); again(2969, 2968); return found() === '2968,2969';",
    }
    assert await lab.differing(SCENE, {name: Case(code, True) for name, code in cases.items()}) == {}
