"""Checks with screenshots whether the page paints anything over a block.

The last screenshot has the block above everything else. The browser's visibility tracking alone does not
suffice: it counts a layer that paints nothing as a cover (injected_js/view/top_layer.js).
"""

from __future__ import annotations

import asyncio
import logging
import random
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
TIME_LIMIT = 5.0
"""Seconds for one screenshot: a browser that draws nothing (a hidden window) never answers."""

LOOKS = 3
GAP = (0.02, 0.08)
"""Screenshots of the block in its place, and seconds between them, at random.

A cover that blinks may be in none of them: only the time that the block is above everything counts as seen.
"""

PAUSE = 0.05
"""Seconds before a screenshot is tried again."""

_chance = random.SystemRandom()
_one_at_a_time: WeakKeyDictionary[Page, asyncio.Lock] = WeakKeyDictionary()


async def compare(document: Document, wanted: Layers) -> None:
    """Take screenshots of the block in its place and one with it above everything; the page compares them.

    The page script gets an answer also when a screenshot fails, unless the document is gone.
    """
    async with _one_at_a_time.setdefault(document.page, asyncio.Lock()):
        before, after = await _screenshots(document, wanted.number)
        try:
            # A picture has up to some megabytes, and most are the same.
            await PageApi(document).judge(wanted.number, list(dict.fromkeys(before)), after)
        except PlaywrightError as error:
            log.debug("%s is gone: %s", document.url, error)


async def _screenshots(document: Document, number: int) -> tuple[list[str], str]:
    """Return the screenshots in place and the one above everything, "" for one that could not be taken."""
    before, after = list[str](), ""
    try:
        # The document of a frame has another origin point, or another process, than the screenshot.
        if document.top:
            for _ in range(LOOKS):
                before.append(await _screenshot(document))
                await asyncio.sleep(_chance.uniform(*GAP))
            async with asyncio.timeout(TIME_LIMIT):
                raised = await PageApi(document).raise_frame(number)
            after = await _screenshot(document) if raised else ""
    except (PlaywrightError, TimeoutError) as error:
        log.debug("no screenshot of a block in %s: %s", document.url, error)
    return before, after


async def _screenshot(document: Document) -> str:
    """Return the view as a PNG in base64 (`Page.captureScreenshot`, Chrome DevTools Protocol).

    It uses no clip, since the browser would lay out the view in another size for a moment.
    """
    wanted = {"format": "png", "optimizeForSpeed": True}
    async with asyncio.timeout(TIME_LIMIT):
        while True:
            try:
                return str((await call(document.session, "Page.captureScreenshot", wanted))["data"])
            except PlaywrightError as error:
                # The browser can't take a picture of a page before it has drawn it, and sends no event then.
                if "Unable to capture screenshot" not in error.message:
                    raise
            await asyncio.sleep(PAUSE)
