"""The browser that checks run in: a local one, or a remote one."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from playwright.async_api import Error as PlaywrightError

from overlay.capture.check.runner.messages import Options
from overlay.capture.replay.browser import replay_options
from overlay.common.errors import UsageError
from overlay.companion.browser import ensure_browser
from overlay.companion.playwright_driver import close_in_time, driver

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

log = logging.getLogger(__name__)


class Engine:
    """Opens a browser when it is needed: `async with Engine(options) as engine`, `await engine.browser()`."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._started = AsyncExitStack()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def __aenter__(self) -> Self:
        self._playwright = await self._started.enter_async_context(driver())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._browser:
                await close_in_time(self._browser.close())
        finally:
            await self._started.aclose()

    async def browser(self) -> Browser:
        """Return the browser; if it crashed, a new one.

        Raises BrowserNotFound if there is none, UsageError if the address `connect` does not answer.
        """
        if self._browser is None or not self._browser.is_connected():
            self._browser = await self._open()
        return self._browser

    async def _open(self) -> Browser:
        assert self._playwright is not None
        chromium = self._playwright.chromium
        address = self._options.connect
        if address is None:
            wanted = self._options.browser
            found = await asyncio.to_thread(ensure_browser, wanted, headless=True, notify=log.info)
            return await chromium.launch(**replay_options(found))
        try:
            if address.startswith(("ws://", "wss://")):
                return await chromium.connect(address)
            return await chromium.connect_over_cdp(address)
        except PlaywrightError as error:
            raise UsageError(
                f"--remote {address}: {str(error).strip().splitlines()[0]}",
                advice="Give ws://… of a Playwright server, or http://… of a browser that was started with "
                "--remote-debugging-port.",
            ) from error
