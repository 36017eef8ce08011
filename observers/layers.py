"""Checks with two screenshots whether the page paints anything over a block.

The second screenshot has the block above everything else. The browser's visibility tracking alone does not
suffice: it counts a layer that paints nothing as a cover (injected_js/view/top_layer.js).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.page_api import PageApi

if TYPE_CHECKING:
    from playwright.async_api import Page

    from observers.document import Document
    from observers.protocol import Layers

log = logging.getLogger(__name__)
WITHIN = 5.0
"""Seconds for both screenshots: a browser that draws nothing (a hidden window) never answers."""

_one_at_a_time: WeakKeyDictionary[Page, asyncio.Lock] = WeakKeyDictionary()


async def compare(document: Document, wanted: Layers) -> None:
    """Take a screenshot of the block as it is and one with it above everything, for the page to compare.

    The page script gets an answer also when a screenshot fails, unless the document is gone.
    """
    async with _one_at_a_time.setdefault(document.page, asyncio.Lock()):
        before, after = await _pictures(document, wanted.number)
        try:
            await PageApi(document).judge(wanted.number, before, after)
        except PlaywrightError as error:
            log.debug("%s is gone: %s", document.url, error)


async def _pictures(document: Document, number: int) -> tuple[str, str]:
    """Return both screenshots, "" for one that could not be taken."""
    before = after = ""
    try:
        async with asyncio.timeout(WITHIN):
            # The document of a frame has another origin point, or another process, than the screenshot.
            if document.top:
                before = await _picture(document)
                if await PageApi(document).raise_frame(number):
                    after = await _picture(document)
    except (PlaywrightError, TimeoutError) as error:
        log.debug("no picture of a block in %s: %s", document.url, error)
    return before, after


async def _picture(document: Document) -> str:
    """Return the view as a PNG in base64 (`Page.captureScreenshot`, Chrome DevTools Protocol).

    It uses no clip: with one, the browser lays the view out in another size for a moment.
    """
    wanted = {"format": "png", "optimizeForSpeed": True}
    return str((await call(document.session, "Page.captureScreenshot", wanted))["data"])
