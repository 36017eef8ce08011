"""A block is found in its page, and pressed where it stands by then."""

from __future__ import annotations

from typing import Any, cast

import pytest

from observers.document import Document
from observers.place import place_of, press
from tests.observers.mouse import Page


class Shown(Document):
    """Gives one place after the other."""

    def __init__(self, *places: dict[str, float] | None) -> None:
        self.places = list(places)
        self.asked: list[tuple[Any, ...]] = []
        page: Any = Page()
        super().__init__(cast("Any", None), page, "u", "frame", "entry")
        self.top = True

    async def ask(self, function: str, *arguments: Any) -> Any:
        self.asked.append(arguments)
        return self.places.pop(0)


async def test_the_page_is_asked_for_the_part_of_the_block() -> None:
    document = Shown({"x": 1, "y": 2})
    assert await place_of(document, "b1", "call-id") == {"x": 1, "y": 2}
    assert document.asked == [("b1", "call-id", False)]


async def test_a_press_lands_where_the_button_stands_once_it_is_in_view() -> None:
    document = Shown({"x": 1, "y": 900}, {"x": 1, "y": 300})
    assert await press(document, "b1", "execute-button")
    assert cast("Any", document.page).mouse.clicked == [(1, 300)]


@pytest.mark.parametrize("places", [(None,), ({"x": 1, "y": 2}, None)], ids=["never there", "gone by then"])
async def test_what_is_not_there_is_not_pressed(places: tuple[dict[str, float] | None, ...]) -> None:
    document = Shown(*places)
    assert not await press(document, "b1", "execute-button")
    assert cast("Any", document.page).mouse.clicked == []
