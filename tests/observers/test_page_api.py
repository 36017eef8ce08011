"""Typed calls into a document: names and arguments go out, answers are checked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

import injected_js
import observers
from observers.commands import Outline, Spot
from observers.document import Document
from observers.page_api import TEXT, BadAnswer, PageApi, ask
from tests.observers.mouse import Page

WANTED = Outline(
    spots=[Spot(text="Send", box=None, label=""), Spot(text="", box=(0, 1, 2, 3), label="cup")], seconds=5
)


class Answering(Document):
    """Gives one answer after the other, and keeps what it was asked."""

    def __init__(self, *answers: Any) -> None:
        page: Any = Page()
        super().__init__(cast("Any", None), page, "u", "frame", "entry")
        self.top = True
        self.answers = list(answers)
        self.asked: list[tuple[Any, ...]] = []

    async def ask(self, function: str, *arguments: Any) -> Any:
        self.asked.append(arguments)
        return self.answers.pop(0)


async def test_a_call_goes_out_by_its_name_with_its_arguments() -> None:
    document = Answering("yes")
    assert await ask(document, "some.thing", TEXT, 1, "two") == "yes"
    assert document.asked == [("some.thing", [1, "two"])]


async def test_an_answer_of_another_type_is_refused_with_the_calls_name() -> None:
    with pytest.raises(BadAnswer, match=r"some\.thing"):
        await ask(Answering({"no": "text"}), "some.thing", TEXT)


def test_both_sides_know_the_same_names() -> None:
    page = Path(injected_js.FOLDER, "page_api.js").read_text("utf-8")
    python = "".join(path.read_text("utf-8") for path in Path(observers.__file__).parent.glob("*_api.py"))
    offered = set(re.findall(r'^  "([\w.]+)":', page, re.MULTILINE))
    asked = set(re.findall(r'"((?:unit|block|face|page|composer|files|popups|trees|turn)\.\w+)"', python))
    assert asked == {name for name in offered if not name.startswith("record.")}


async def test_a_block_is_looked_for_by_its_id_and_part() -> None:
    document = Answering({"x": 1, "y": 2})
    assert await PageApi(document).locate("b1", "call-id") == {"x": 1, "y": 2}
    assert document.asked == [("block.place", ["b1", "call-id", False])]


async def test_a_press_lands_where_the_button_is_once_it_is_in_view() -> None:
    document = Answering({"x": 1, "y": 900}, {"x": 1, "y": 300}, None, "it has just moved")
    assert await PageApi(document).press("b1", "execute-button") == "it has just moved"
    assert cast("Any", document.page).mouse.clicked == [(1, 300)]


async def test_a_button_that_is_not_there_is_not_pressed() -> None:
    wrong: list[object] = []
    for places in [(None,), ({"x": 1, "y": 2}, None)]:
        document = Answering(*places)
        if await PageApi(document).press("b1", "execute-button") is not None:
            wrong.append(places)
        if (found := cast("Any", document.page).mouse.clicked) != []:
            wrong.append((places, found))
    assert wrong == []


async def test_the_pages_problems_with_an_outline_are_returned() -> None:
    document = Answering({"problems": ["", "there is no picture"]})
    assert await PageApi(document).outline(WANTED) == ["", "there is no picture"]


async def test_the_page_is_told_what_to_outline_and_how_long() -> None:
    document = Answering({"problems": ["", ""]})
    await PageApi(document).outline(WANTED)
    assert document.asked == [
        (
            "page.outline",
            [
                {
                    "spots": [
                        {"text": "Send", "box": None, "label": ""},
                        {"text": "", "box": (0, 1, 2, 3), "label": "cup"},
                    ],
                    "seconds": 5,
                }
            ],
        )
    ]


async def test_an_answer_about_other_spots_is_refused() -> None:
    wrong: list[object] = []
    for answer in [
        None,
        {},
        {"problems": [""]},
        {"problems": ["", 1]},
        {"problems": ["", ""], "more": 1},
        {"problems": ["", "x" * 401]},
    ]:
        try:
            await PageApi(Answering(answer)).outline(WANTED)
        except BadAnswer:
            pass
        else:
            wrong.append((answer, "nothing was raised"))
    assert wrong == []
