"""Asks a page whether blocks with equal calls are one call that was drawn again, or several calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi
from observers.protocol import Relation

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds within which a page must answer."""


async def relations_of(document: Document, unit: int, others: Sequence[int]) -> list[Relation]:
    """Return the unit's relation to each of `others`; all "unsure" without an answer. Never raises."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await PageApi(document).relations(unit, others)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("the relation of unit %s to %s is unknown: %s", unit, others, error)
        return ["unsure"] * len(others)
