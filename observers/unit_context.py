"""Asks a page how it shows a unit now: as the answer's own visible text, as a quote, or not visible."""

from __future__ import annotations

import asyncio
import logging

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi
from observers.protocol import Context

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds within which a page must answer: automatic calls must not wait for a page that hangs."""


async def context_of(document: Document, unit: int) -> Context | None:
    """Return how the document shows the unit now; None when the page does not answer. Never raises."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await PageApi(document).context(unit)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("it is unknown whether unit %s is visible: %s", unit, error)
        return None
