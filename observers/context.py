"""What the page shows of a unit at this moment: the answer's own words in sight, a quote, or nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import cast, get_args

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.messages import Context

log = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds that a page has to answer: what runs by itself must not wait for one that hangs."""
_ASKED = "function (unit) { return this.context(unit); }"


async def context_of(document: Document, unit: int) -> Context | None:
    """Return how the document shows the unit now; None when it can't be told. Never raises."""
    try:
        async with asyncio.timeout(PATIENCE):
            found = await document.ask(_ASKED, unit)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("it can't be told whether unit %s is in sight: %s", unit, error)
        return None
    return cast("Context", found) if found in get_args(Context) else None
