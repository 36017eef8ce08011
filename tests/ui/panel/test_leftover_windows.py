"""The panel windows of runs that were killed, in a browser that goes on."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Playwright

from overlay.companion.browser import Browser
from overlay.ui.panel.leftover_windows import close_leftovers
from overlay.ui.panel.new_window import new_window
from overlay.ui.panel.window import Window
from tests.companion.browser.running import running_browser


async def test_only_the_window_of_an_ended_run_is_closed(
    playwright: Playwright, overlay_browser: Browser, tmp_path: Path
) -> None:
    async with running_browser(overlay_browser, tmp_path) as address:
        earlier = await playwright.chromium.connect_over_cdp(address)
        page, session = await new_window(earlier.contexts[0])
        await Window(page, session, lambda _: None, lambda _: None, lambda: None).open()
        next_run = (await playwright.chromium.connect_over_cdp(address)).contexts[0]
        before = len(next_run.pages)
        assert await close_leftovers(next_run, next_run.pages) == 0
        await earlier.close()  # only its connection
        assert await close_leftovers(next_run, next_run.pages) == 1
        assert len(next_run.pages) == before - 1
