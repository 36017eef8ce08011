"""What the page shows of a unit at this moment: the answer's own words in sight, a quote, or nothing."""

from __future__ import annotations

import asyncio
import logging

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi
from observers.protocol import Context

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds that a page has to answer: what runs by itself must not wait for one that hangs."""


async def context_of(document: Document, unit: int) -> Context | None:
    """Return how the document shows the unit now; None when it can't be told. Never raises."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await PageApi(document).context(unit)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("it can't be told whether unit %s is in sight: %s", unit, error)
        return None
