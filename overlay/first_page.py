"""The page that a run begins with: one that stands there already, or a tab of ours."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from overlay.sites.model import SiteProfile


class FirstPage:
    """The first page of a `context` for an address, "" for whatever is shown there.

    In a browser that ran before (`beside`) no page is led elsewhere: one that shows the address, or is of the
    `site` that was named, is used as it stands; else there is a tab of ours, until `close`.
    """

    def __init__(
        self, context: BrowserContext, url: str, *, beside: bool = False, site: SiteProfile | None = None
    ) -> None:
        self._context = context
        self._url = url
        self._beside = beside
        self._site = site
        self._tab: Page | None = None

    async def open(self) -> Page:
        """Return it, loaded as far as its document. Raises playwright's Error if that can't be."""
        pages = self._context.pages
        if self._beside and self._url:
            if page := standing(pages, self._url, self._site):
                return page
            page = self._tab = await self._context.new_page()
        else:
            page = pages[0] if pages else await self._context.new_page()
        if self._url:
            await page.goto(self._url, wait_until="domcontentloaded")
        return page

    async def close(self) -> None:
        """Close the tab of ours; the person may have done so, or ended the browser."""
        if self._tab:
            with suppress(PlaywrightError):
                await self._tab.close()


def standing(pages: Iterable[Page], url: str, site: SiteProfile | None = None) -> Page | None:
    """Return the first of the pages that shows this address, or one of the `site`, as the person has it."""
    for page in pages:
        parts = urlsplit(page.url)
        if url and page.url.rstrip("/") == url.rstrip("/"):
            return page
        if site and site.match((parts.hostname or "").lower(), parts.path):
            return page
    return None
