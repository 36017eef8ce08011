"""Recognises an application by its page: many applications can run on any host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from overlay.sites.loader import SiteProfile

if TYPE_CHECKING:
    from playwright.async_api import Page

PATIENCE = 4.0
"""Seconds in which an application must draw its page."""
SURE = 1.0
"""Seconds after which a field of a single line counts as the message box. Before that it may be a search
field of a known application that is still drawing its page.
"""


async def detect_site(
    page: Page, known: Iterable[SiteProfile], fallback: SiteProfile, seconds: float = PATIENCE
) -> SiteProfile:
    """Return the first of `known` whose `detect` selector finds something in the page, else `fallback`.

    Waits at most `seconds` until one of them does, or until `fallback` finds a message box: its first
    selector counts at once, the others after SURE. Any page can show any content, so a profile found this way
    says where to look, but gives no trust.
    """
    signed = [profile for profile in known if profile.detect]
    signs = [profile.detect for profile in signed]
    boxes = fallback.selectors("composer")
    try:
        if not await _appears(page, [*signs, *boxes[:1]], min(SURE, seconds)):
            await _appears(page, [*signs, *boxes], seconds - SURE)
        # Most pages show none of the signs, and each question is a way to the page and back.
        if not signs or not await page.locator(", ".join(signs)).count():
            return fallback
        for profile in signed:
            if await page.locator(profile.detect).count():
                return profile
    except PlaywrightError:
        pass  # the page is closed
    return fallback


async def _appears(page: Page, selectors: Iterable[str], seconds: float) -> bool:
    """Return whether one of the selectors finds something within that time."""
    anything = ", ".join(selectors)
    if seconds <= 0 or not anything:
        return False
    try:
        await page.locator(anything).first.wait_for(state="attached", timeout=seconds * 1000)
    except PlaywrightTimeout:
        return False
    return True
