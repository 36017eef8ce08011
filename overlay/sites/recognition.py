"""Recognises an application by its page: many applications can run on any host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from overlay.sites.loader import SiteProfile

if TYPE_CHECKING:
    from playwright.async_api import Page

PATIENCE = 4.0
"""Seconds in which an application must draw its page."""


async def detect_site(
    page: Page, known: Iterable[SiteProfile], fallback: SiteProfile, seconds: float = PATIENCE
) -> SiteProfile:
    """Return the first of `known` whose `detect` selector finds something in the page, else `fallback`.

    Waits at most `seconds` until one of them does, or until `fallback` finds a message box. Any page can show
    any content, so a profile found this way says where to look, but gives no trust.
    """
    signed = [profile for profile in known if profile.detect]
    signs = [profile.detect for profile in signed]
    anything = ", ".join([*signs, fallback.composer] if fallback.composer else signs)
    try:
        await page.locator(anything).first.wait_for(state="attached", timeout=seconds * 1000)
        for profile in signed:
            if await page.locator(profile.detect).count():
                return profile
    except PlaywrightError:
        pass  # too slow, or the page is closed
    return fallback
