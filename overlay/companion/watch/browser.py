"""Notices the end of the browser and of Playwright's driver, and that they do not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.safe_tasks import guarded, quietly, within
from overlay.common.errors import OverlayError
from overlay.common.language import mark
from overlay.companion.watch.deaths import browser_died, driver_died, expect_failures
from overlay.companion.watch.pulse import LIMIT, Pulse, beat

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)
PAUSE = 0.6
"""Seconds between two questions to the browser. With the time for an answer, less than two seconds."""
CONFIRMED = 1.0
"""Seconds in which the browser says that a page was closed, or ends itself."""
EVENTS = 0.3
"""Seconds in which the event of a browser's end arrives, after the error of a call."""
SILENT = mark("The browser does not answer, so overlay can't see the chat. If that stays so, press Ctrl+C.")
ANSWERS = mark("The browser answers again.")


class BrowserWatch:
    """The browser of a `context`. `notify` is called with lines for the user."""

    def __init__(self, context: BrowserContext, notify: Callable[[str], None]) -> None:
        self._context = context
        self._notify = notify
        self._gone: asyncio.Future[OverlayError | None] = asyncio.get_running_loop().create_future()
        self._had_page = False
        self._unconfirmed = 0
        self._confirmed = asyncio.Event()
        self._session: CDPSession | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Watch the browser from now on."""
        self._context.on("close", guarded(self._closed))
        self._context.on("page", guarded(self._opened))
        for page in self._context.pages:
            self._opened(page)
        if self._context.browser is None:
            return
        try:
            session = self._session = await self._context.browser.new_browser_cdp_session()
            session.on("Target.targetDestroyed", guarded(self._page_gone))
            only_pages = {"discover": True, "filter": [{"type": "page"}]}
            await call(session, "Target.setDiscoverTargets", only_pages)
        except PlaywrightError as error:
            log.debug("the browser is not watched: %s", error)
            return
        self._task = asyncio.create_task(self._watch(session))

    async def ended(self) -> OverlayError | None:
        """Wait until the browser is gone. Return None if it was closed, or the error if a part died."""
        return await asyncio.shield(self._gone)

    async def reason(self) -> OverlayError | None:
        """Return why the last page is gone, as `ended` does, without waiting for the rest of the browser."""
        if self._unconfirmed:
            confirmed = asyncio.create_task(self._confirmed.wait())
            await asyncio.wait(
                {confirmed, self._gone}, timeout=CONFIRMED, return_when=asyncio.FIRST_COMPLETED
            )
            confirmed.cancel()
        return self._gone.result() if self._gone.done() else None

    async def death(self) -> OverlayError | None:
        """Return the error of the part that died just now, None if the browser still answers."""
        asking = asyncio.create_task(self._answers())
        await asyncio.wait({asking, self._gone}, timeout=LIMIT, return_when=asyncio.FIRST_COMPLETED)
        if asking.done() and asking.result():
            return None
        await asyncio.wait({self._gone}, timeout=LIMIT)
        asking.cancel()
        return self._gone.result() if self._gone.done() else None

    async def close(self) -> None:
        """Watch no longer."""
        self._end(None)
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._session:
            await within(LIMIT, [quietly(self._session.detach())])

    async def _watch(self, session: CDPSession) -> None:
        pulse = Pulse(
            lambda: call(session, "Browser.getVersion"),
            lambda answers: self._notify(ANSWERS if answers else SILENT),
        )
        try:
            await beat(pulse.check, PAUSE)
        finally:
            pulse.close()
        # The end of a browser is an event too; without a driver there are no events.
        await asyncio.wait({self._gone}, timeout=EVENTS)
        if not self._gone.done():
            expect_failures()
            self._end(driver_died())

    async def _answers(self) -> bool:
        try:
            await call(self._session, "Browser.getVersion") if self._session else None
        except PlaywrightError:
            return False
        return True

    def _opened(self, page: Page) -> None:
        self._had_page = True
        page.on("close", guarded(self._page_closed))

    def _page_closed(self, *_: object) -> None:
        self._unconfirmed += 1
        self._confirmed.clear()

    def _page_gone(self, _: dict[str, Any]) -> None:
        self._unconfirmed = 0
        self._confirmed.set()

    def _closed(self, *_: object) -> None:
        """Handle the end of the context. A browser that dies says nothing of its pages before."""
        died = self._task is not None and (self._unconfirmed or not self._had_page)
        self._end(browser_died() if died else None)

    def _end(self, how: OverlayError | None) -> None:
        if not self._gone.done():
            self._gone.set_result(how)
