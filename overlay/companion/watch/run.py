"""Watches the parts that a run depends on: driver, browser and pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from overlay.companion.watch.browser import BrowserWatch
from overlay.companion.watch.pages import PageWatch

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.chat.session import ChatSession
    from overlay.common.errors import OverlayError


class RunWatch:
    """The parts of a run in `context`; see BrowserWatch and PageWatch.

    `pages` returns the open pages without the panel's.
    """

    def __init__(
        self,
        context: BrowserContext,
        *,
        pages: Callable[[], list[Page]],
        chats: Callable[[], Iterable[ChatSession]],
        notify: Callable[[str], None],
        replaced: Callable[[Page, Page], None] | None,
    ) -> None:
        self._context = context
        self._pages = pages
        self._browser = BrowserWatch(context, notify)
        self._page_watch = PageWatch(context, chats, notify, replaced=replaced)

    async def start(self) -> None:
        """Watch from now on."""
        self._page_watch.start()
        await self._browser.start()

    async def ended(self) -> OverlayError | None:
        """Wait until the last page is closed, or the run can't go on. Return the error if a part died."""
        no_page = asyncio.Event()

        def look(*_: object) -> None:
            if not self._pages():
                no_page.set()

        self._context.on("page", lambda page: page.on("close", look))
        for page in self._context.pages:
            page.on("close", look)
        look()
        closed = asyncio.create_task(no_page.wait())
        gone = asyncio.create_task(self._browser.ended())
        try:
            await asyncio.wait({closed, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            closed.cancel()
            gone.cancel()
        return await self._browser.reason()

    async def death(self) -> OverlayError | None:
        """Return the error of the part that died just now; None if none is known to have died."""
        return await self._browser.death()

    async def close(self) -> None:
        """Watch no longer."""
        self._page_watch.close()
        await self._browser.close()
