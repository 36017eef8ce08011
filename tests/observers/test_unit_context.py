"""How a document answers whether a person can see a unit."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from playwright.async_api import Error as PlaywrightError

from observers import unit_context
from observers.document import Document


class Answering:
    """A document that answers so."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[object] = []

    async def ask(self, function: str, *arguments: Any) -> object:
        self.asked.append((function, arguments))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def told(answer: object) -> str | None:
    return await unit_context.context_of(cast("Document", Answering(answer)), 7)


@pytest.mark.parametrize("answer", ["plain", "quoted", "hidden"])
async def test_what_the_page_says_of_a_unit_is_reported(answer: str) -> None:
    assert await told(answer) == answer


@pytest.mark.parametrize("answer", [None, "", "visible", 1, PlaywrightError("the document is gone")])
async def test_an_answer_that_is_none_can_not_be_told(answer: object) -> None:
    assert await told(answer) is None


async def test_a_page_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Answering):
        async def ask(self, function: str, *arguments: Any) -> object:
            await asyncio.Event().wait()
            return await super().ask(function, *arguments)

    monkeypatch.setattr(unit_context, "PATIENCE", 0.0)
    assert await unit_context.context_of(cast("Document", Hanging("plain")), 7) is None
