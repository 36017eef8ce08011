from __future__ import annotations

import pytest

from tests.injected.lab import Lab

SCENE = """
document.body.innerHTML = "<pre><code>abc</code></pre>";
const node = document.querySelector("pre");
const words = () => document.querySelector("code").lastChild;
const u = new unit.Unit("fence", node, () => false);
const seen = new MutationObserver(() => {});
seen.observe(document.body, { childList: true, characterData: true, subtree: true });
const mark = () => { for (const record of seen.takeRecords()) u.mark(record); };
"""


async def test_units_have_different_numbers(lab: Lab) -> None:
    assert await lab(f"{SCENE} return new unit.Unit('fence', node, () => false).id - u.id;") == 1


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
    code = "u.change(); words().data = 'zz'; u.mark(null); return u.change();"
    assert await lab(SCENE + code) == {"at": 0, "text": "zz"}


async def test_a_record_after_such_a_mark_changes_nothing_of_that(lab: Lab) -> None:
    code = "u.change(); u.mark(null); words().data = 'zbc'; mark(); return [u.records, u.change()];"
    assert await lab(SCENE + code) == [None, {"at": 0, "text": "zbc"}]


@pytest.mark.parametrize(("kind", "text"), [("fence", "abc"), ("prose", "\ufffc")])
async def test_a_unit_reads_by_its_kind(lab: Lab, kind: str, text: str) -> None:
    code = "return new unit.Unit(given, given === 'fence' ? node : document.body, () => false).read().text;"
    assert await lab(SCENE + code, kind) == text
