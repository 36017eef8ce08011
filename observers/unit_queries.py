"""Questions about units that never raise: without an answer in time they return a default."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi
from observers.protocol import PageVisibility, Relation, Sight

log = logging.getLogger(__name__)
T = TypeVar("T")
TIME_LIMIT = 10.0
"""Seconds within which a page must answer: automatic calls must not wait for a page that hangs."""

SIGHT_LIMIT = 60.0
"""The same where calls of one document wait for each other: one is scrolled to after the other."""


async def visibility_of(document: Document, unit: int) -> PageVisibility | None:
    """Return how the document shows the unit now; None without an answer, or if it is not in the page."""
    return await _answer(PageApi(document).context(unit), None)


async def sight_of(document: Document, unit: int, block: str) -> Sight:
    """Return whether the user can see the call of the block now; "undrawn" without an answer."""
    return await _answer(PageApi(document).sight(unit, block), "undrawn", SIGHT_LIMIT)


async def expected_in(document: Document, blocks: Sequence[str]) -> list[str]:
    """Return the blocks near the view, and those that the page may scroll to; none without an answer."""
    return await _answer(PageApi(document).expected(blocks), [])


async def text_before(document: Document, unit: int) -> str | None:
    """Return the text of the unit's message before it, U+FFFC for each code block; None without an answer."""
    return await _answer(PageApi(document).text_before(unit), None)


async def misplaced(document: Document, text: str) -> bool | None:
    """Return whether the user sent the text, but the page does not show it as theirs; None: no answer."""
    return await _answer(PageApi(document).misplaced(text), None)


async def scrolled_text(document: Document, unit: int) -> str | None:
    """Return the whole text of a code view that draws only the rows in view; None if it can't be read."""
    return await _answer(PageApi(document).scrolled(unit), None)


async def relations_of(document: Document, unit: int, others: Sequence[int]) -> list[Relation]:
    """Return the unit's relation to each of `others`, which show an equal call; "unsure" if unknown."""
    unknown: list[Relation] = ["unsure"] * len(others)
    return await _answer(PageApi(document).relations(unit, others), unknown)


async def ordered(document: Document, units: Sequence[int]) -> list[int]:
    """Return the units in the order of the page; without a valid answer, in the given order.

    The orders may differ: the page may add an earlier block late.
    """
    found = await _answer(PageApi(document).order(units), list(units))
    return found if sorted(found) == sorted(units) else list(units)


async def _answer(question: Awaitable[T], default: T, within: float | None = None) -> T:
    try:
        async with asyncio.timeout(TIME_LIMIT if within is None else within):
            return await question
    except (PlaywrightError, TimeoutError) as error:
        log.debug("no answer about a unit: %s", error)
        return default
