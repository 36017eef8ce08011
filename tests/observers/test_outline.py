"""Asking a page to outline something."""

from __future__ import annotations

from typing import Any, cast

import pytest

from observers.document import Document
from observers.messages import BadMessage, Outline, Spot
from observers.outline import outline

WANTED = Outline(
    spots=[Spot(text="Send", box=None, label=""), Spot(text="", box=(0, 1, 2, 3), label="cup")], seconds=5
)


class Answering(Document):
    """Gives an answer, and keeps what it was asked."""

    def __init__(self, answer: Any) -> None:
        super().__init__(cast("Any", None), cast("Any", None), "one", "frame", "entry")
        self.answer = answer
        self.asked: list[Any] = []

    async def ask(self, function: str, *arguments: Any) -> Any:
        self.asked += [function, *arguments]
        return self.answer


async def test_the_pages_answer_is_given() -> None:
    document = Answering({"problems": ["", "there is no picture"]})
    assert await outline(document, WANTED) == ["", "there is no picture"]


async def test_the_page_is_told_what_and_how_long() -> None:
    document = Answering({"problems": ["", ""]})
    await outline(document, WANTED)
    assert document.asked[1] == {
        "spots": [
            {"text": "Send", "box": None, "label": ""},
            {"text": "", "box": (0, 1, 2, 3), "label": "cup"},
        ],
        "seconds": 5,
    }


@pytest.mark.parametrize(
    "answer",
    [None, {}, {"problems": [""]}, {"problems": ["", 1]}, {"problems": ["", ""], "more": 1}, {"problems": ["", "x" * 401]}],
)  # fmt: skip
async def test_an_answer_that_is_none_of_ours_is_refused(answer: Any) -> None:
    with pytest.raises(BadMessage):
        await outline(Answering(answer), WANTED)
