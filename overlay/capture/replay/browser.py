"""A browser for replays and for imports. It can reach only this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser

from overlay.capture.replay.still_frames import SWITCHES, draws_on_demand
from overlay.companion.browser import Browser as Found
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.playwright_driver import close_in_time, driver

SHELLS = ("headless-shell", None)
"""The kinds of browsers that may draw on demand; None is a browser that the user named by its path."""


def replay_options(found: Found, *, headless: bool = True, draws: bool = False) -> dict[str, Any]:
    """Return the options with which Playwright launches a browser for replays.

    Without a window it draws only the compared pictures (overlay.capture.replay.still_frames), unless it
    `draws` each change.
    """
    options = launch_options(found, headless, loopback_only=True)
    still = headless and not draws and found.channel in SHELLS
    return {**options, "args": [*options["args"], *(SWITCHES if still else ())]}


@asynccontextmanager
async def open_browser(
    *, headless: bool, browser: str | None = None, notify: Callable[[str], None], draws: bool = False
) -> AsyncGenerator[Browser]:
    """Start a browser, by the name or path `browser` if given, yield it, and close it on exit.

    A page that is not replayed needs a browser that `draws` each change, as a window does. `notify` is called
    with progress messages for the user. Raises BrowserNotFound if there is no browser.
    """
    found = await asyncio.to_thread(ensure_browser, browser, headless=headless, notify=notify)
    async with driver() as playwright:
        options = replay_options(found, headless=headless, draws=draws)
        running = await playwright.chromium.launch(**options)
        if SWITCHES and set(SWITCHES) <= {*options["args"]} and not await draws_on_demand(running):
            await close_in_time(running.close())
            running = await playwright.chromium.launch(**replay_options(found, headless=headless, draws=True))
        try:
            yield running
        finally:
            await close_in_time(running.close())
