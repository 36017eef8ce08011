"""Asks a page in which order it shows units: a block that is mounted late may come before earlier ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds within which a page must answer."""


async def ordered(document: Document, units: Sequence[int]) -> list[int]:
    """Return the units in the order of the page; as they are given without an answer. Never raises."""
    try:
        async with asyncio.timeout(PATIENCE):
            found = await PageApi(document).order(units)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("the order of the units %s is unknown: %s", units, error)
        return list(units)
    return found if sorted(found) == sorted(units) else list(units)
