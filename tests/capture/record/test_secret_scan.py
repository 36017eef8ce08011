from __future__ import annotations

from typing import Any

from overlay.capture.model import Closed, PageLine
from overlay.capture.record.secret_scan import look_at_pages
from tests.capture.record.lines import add, element, opened, remove, splice, step, text


def seen(*lines: PageLine) -> list[str]:
    found: list[str] = []
    look_at_pages(lines, found.append)
    return found


def test_a_line_that_grows_or_is_rebuilt_is_searched_when_it_is_longest() -> None:
    lines: list[PageLine] = [opened(element(2, "p", text(5, "grow")))]
    lines += [step(n + 1, splice(5, 4 + n, 0, "s")) for n in range(5)]
    assert [entry for entry in seen(*lines) if entry.startswith("grow")] == ["growsssss"]
    lines = [opened(element(2, "div", element(3, "p", text(4, "word"))))]
    for n in range(1, 5):
        new = element(10 * n, "p", text(10 * n + 1, "word" + "s" * n))
        lines.append(step(n, remove(10 * (n - 1) or 3), add(2, new)))
    assert [entry for entry in seen(*lines) if entry.startswith("word")] == ["wordssss"]


def test_a_line_is_searched_before_it_is_overwritten_or_removed() -> None:
    lines = [
        opened(
            element(2, "div", element(3, "p", text(4, "first words")), element(5, "p", text(6, "others")))
        ),
        step(1, splice(4, 0, 5, "last")),
        step(2, remove(5)),
        Closed(at=3, doc=1),
    ]
    assert [entry for entry in seen(*lines) if " " in entry or entry == "others"] == [
        "first words",
        "others",
        "last words",
    ]


PLACES: dict[str, dict[str, Any]] = {
    "an attribute": {"o": "attr", "id": 2, "name": "title", "value": "secret"},
    "a value": {"o": "value", "id": 2, "value": "secret"},
    "an address": {"o": "url", "url": "secret"},
    "a sheet": {"o": "sheets", "sheets": ["secret"]},
    "a new node": add(2, element(9, "i", {"id": 10, "comment": "secret"})),
    "a new nodes attribute": add(2, element(9, "i", title="secret")),
    "a new root": {"o": "shadow", "id": 2, "shadow": {"id": 9, "kids": [element(10, "i", title="secret")]}},
}


def test_each_place_of_a_page_is_searched_once() -> None:
    counts = {
        name: seen(opened(element(2, "p")), step(1, op), step(2)).count("secret")
        for name, op in PLACES.items()
    }
    assert {name: count for name, count in counts.items() if count != 1} == {}
    change = PLACES["an attribute"]
    assert seen(opened(element(2, "p")), step(1, change), step(2, change)).count("secret") == 1
