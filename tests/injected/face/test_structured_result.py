"""JSON in a result, drawn as a table or a tree."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import expect

from tests.injected.lab import Lab

DRAW = """
const signal = new AbortController().signal;
const box = structured_result.drawStructure(given, signal);
document.body.replaceChildren(...(box ? [box] : []));
const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
"""
PEOPLE = [{"name": "Zoe", "age": 9}, {"name": "Ann", "age": 30}, {"age": 4, "mail": "x@y"}]


async def drawn(lab: Lab, value: Any, code: str) -> Any:
    return await lab(DRAW + code, value if isinstance(value, str) else json.dumps(value))


async def test_a_list_of_objects_is_a_table_with_a_column_for_each_key(lab: Lab) -> None:
    assert await drawn(lab, PEOPLE, "return texts('th')") == ["name", "age", "mail"]
    assert await lab("return [...document.querySelectorAll('tbody tr')].map((row) => row.innerText)") == [
        "Zoe\t9\t",
        "Ann\t30\t",
        "\t4\tx@y",
    ]


async def test_a_table_is_sorted_by_a_press_on_a_column_and_turned_by_another(lab: Lab) -> None:
    await drawn(lab, PEOPLE, "")
    seen: list[list[str]] = []
    for _ in range(2):
        await lab.page.get_by_role("button", name="age").click()
        seen.append(await lab.page.locator("tbody td:nth-child(2)").all_inner_texts())
    assert seen == [["4", "9", "30"], ["30", "9", "4"]]


async def test_a_screen_reader_hears_how_a_table_is_sorted(lab: Lab) -> None:
    await drawn(lab, PEOPLE, "")
    await lab.page.get_by_role("button", name="name").click()
    assert await lab.page.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"


async def test_a_long_table_shows_its_first_rows_until_the_rest_is_asked_for(lab: Lab) -> None:
    assert await drawn(lab, [{"n": n} for n in range(250)], "return texts('tbody tr').length") == 100
    await lab.page.get_by_role("button", name="Show all 250 rows").click()
    assert await lab.page.locator("tbody tr").count() == 250


async def test_an_object_is_a_tree_whose_parts_are_drawn_when_they_are_opened(lab: Lab) -> None:
    value = {"a": 1, "b": {"c": [True, None]}}
    assert await drawn(lab, value, "return texts('.result-tree > li')") == ["a: 1", "b: 1 fields"]
    await lab.page.locator("summary").click()
    await expect(lab.page.locator(".result-tree .result-tree > li")).to_have_text(["c: 2 items"])


async def test_a_deep_value_draws_only_its_first_level(lab: Lab) -> None:
    text = '{"a":' * 3000 + "1" + "}" * 3000
    assert await drawn(lab, text, "return texts('li').length") == 1


PLAIN = {
    "words": "hello",
    "a number": "12",
    "an empty list": "[]",
    "broken JSON": '{"a": 1',
    "a number that would be rounded": '{"id": 12345678901234567890}',
    "a fraction that would be rounded": '{"x": 0.12345678901234567890}',
    "a text of megabytes": json.dumps(["x" * 300_000]),
}


async def test_text_that_is_no_structure_or_can_not_be_drawn_exactly_stays_plain_text(lab: Lab) -> None:
    wrong: list[object] = []
    for name in PLAIN:
        await lab.empty()
        if (found := await drawn(lab, PLAIN[name], "return box")) is not None:
            wrong.append((name, found))
    assert wrong == []


async def test_long_digits_in_a_string_are_no_number(lab: Lab) -> None:
    assert await drawn(lab, {"id": "12345678901234567890"}, "return texts('li')") == [
        "id: 12345678901234567890"
    ]


async def test_markup_and_hidden_characters_in_it_are_drawn_as_text(lab: Lab) -> None:
    value = [{"<b>k</b>": "<img src=x>\u202e"}]
    assert await drawn(
        lab, value, "return [texts('th'), texts('td'), box.querySelectorAll('b, img').length]"
    ) == [
        ["<b>k</b>"],
        ["<img src=x>⟨U+202E⟩"],
        0,
    ]
