"""A document answers questions about its units; without a valid answer, the defaults hold."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from playwright.async_api import Error as PlaywrightError

from observers import unit_queries
from observers.document import Document

GONE = PlaywrightError("the document is gone")


class Answering:
    """A document with one answer to every question."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    async def ask(self, function: str, *arguments: Any) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Hanging(Answering):
    async def ask(self, function: str, *arguments: Any) -> object:
        await asyncio.Event().wait()
        return await super().ask(function, *arguments)


async def context(document: Answering) -> str | None:
    return await unit_queries.visibility_of(cast("Document", document), 7)


async def relations(document: Answering) -> list[str]:
    return list(await unit_queries.relations_of(cast("Document", document), 7, [1, 2]))


async def order(document: Answering) -> list[int]:
    return await unit_queries.ordered(cast("Document", document), [2, 1])


async def test_the_page_says_how_it_shows_a_unit() -> None:
    wrong = [
        (answer, found)
        for answer in ["plain", "quoted", "hidden"]
        if (found := await context(Answering(answer))) != answer
    ]
    assert wrong == []


async def test_an_invalid_answer_leaves_it_unknown_how_a_unit_is_shown() -> None:
    wrong = [
        (answer, found)
        for answer in [None, "", "visible", 1, GONE]
        if (found := await context(Answering(answer))) is not None
    ]
    assert wrong == []


async def test_the_page_says_how_blocks_with_equal_calls_are_related() -> None:
    assert await relations(Answering(["same", "left"])) == ["same", "left"]


async def test_without_a_valid_answer_each_block_may_show_the_same_call() -> None:
    answers: list[Any] = ["same", ["same"], [1, {}], None, {}, GONE]
    wrong = [
        (answer, found)
        for answer in answers
        if (found := await relations(Answering(answer))) != ["unsure", "unsure"]
    ]
    assert wrong == []


async def test_the_page_says_in_which_order_it_shows_units() -> None:
    assert await order(Answering([1, 2])) == [1, 2]


async def test_without_a_valid_answer_the_order_is_kept() -> None:
    wrong = [
        (answer, found)
        for answer in [[1], [1, 3], "12", None, GONE]
        if (found := await order(Answering(answer))) != [2, 1]
    ]
    assert wrong == []


async def test_a_page_that_hangs_gets_the_default_after_the_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unit_queries, "TIME_LIMIT", 0.0)
    assert await relations(Hanging(None)) == ["unsure", "unsure"]
