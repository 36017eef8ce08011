"""A browser for replays and for imports. It can reach only this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

from overlay.companion.browser import ensure_browser, launch_options


@asynccontextmanager
async def open_browser(
    *, headless: bool, browser: str | None = None, notify: Callable[[str], None]
) -> AsyncGenerator[Browser]:
    """Start a browser, by the name or path `browser` if given, yield it, and close it on exit.

    `notify` is called with progress messages for the user. Raises BrowserNotFound if there is no browser.
    """
    found = await asyncio.to_thread(ensure_browser, browser, headless=headless, notify=notify)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(**launch_options(found, headless, loopback_only=True))
        try:
            yield running
        finally:
            await running.close()
