from __future__ import annotations

import pytest
from playwright.async_api import Error as PlaywrightError

from overlay.capture.replay.browser import open_browser
from overlay.companion.browser import Browser


@pytest.mark.thorough
async def test_the_browser_of_a_replay_has_no_network_and_ends_with_it(overlay_browser: Browser) -> None:
    said: list[str] = []
    async with open_browser(headless=True, browser=str(overlay_browser.path), notify=said.append) as running:
        page = await running.new_page()
        with pytest.raises(PlaywrightError):
            await page.goto("https://example.com/", timeout=10_000)
    assert not running.is_connected()
