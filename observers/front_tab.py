"""Finds whether a page's tab is the one that its window shows.

Playwright lets each page believe that it is visible, also in a background tab and in a minimized window. But
the browser gives a background tab the outer size of its view, without the window's bars.
"""

from __future__ import annotations

import logging

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi

log = logging.getLogger(__name__)
BARS = 40
"""Pixels: less than a tab bar and an address bar are high. In full screen a background tab is not noticed."""


async def in_front(document: Document) -> bool:
    """Return whether the user may see the document's tab; True if the browser does not say.

    Other windows over it do not count: a user may see parts of both.
    """
    if not document.top:
        return True
    try:
        window = await document.window()
        if window.get("windowState") == "minimized":
            return False
        return window.get("height", 0) - await PageApi(document).outer_height() < BARS
    except PlaywrightError as error:
        log.debug("no window of %s: %s", document.url, error)
        return True
