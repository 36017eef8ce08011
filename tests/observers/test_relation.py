"""What a page says of blocks with equal calls, and what is made of an answer that is none."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from playwright.async_api import Error as PlaywrightError

from observers import relation
from observers.document import Document
from tests.observers.test_unit_context import Answering


async def told(answer: object) -> list[str]:
    return list(await relation.relations_of(cast("Document", Answering(answer)), 7, [1, 2]))


async def test_what_the_page_says_of_each_block_is_reported() -> None:
    assert await told(["same", "left"]) == ["same", "left"]


@pytest.mark.parametrize(
    "answer", ["same", ["same"], [1, {}], None, {}, PlaywrightError("the document is gone")]
)
async def test_without_an_answer_each_block_may_be_the_same_call(answer: object) -> None:
    assert await told(answer) == ["unsure", "unsure"]


async def test_a_page_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Answering):
        async def ask(self, function: str, *arguments: Any) -> object:
            await asyncio.Event().wait()
            return await super().ask(function, *arguments)

    monkeypatch.setattr(relation, "PATIENCE", 0.0)
    assert await relation.relations_of(cast("Document", Hanging([""])), 7, [1]) == ["unsure"]
