"""A page that the browser kept while another one was shown (back-forward cache), as in a person's own browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserType

from overlay.companion.browser import Browser as OwnBrowser
from tests.acceptance.test_life_in_the_page import BARE, page_of, turn
from tests.injected.calls import XML
from tests.injected.pages import PageSite
from tests.injected.stage import Stage


@pytest.fixture
async def keeping(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], window_browser: OwnBrowser
) -> AsyncIterator[Browser]:
    """A browser with the cache that Playwright switches off."""
    options: dict[str, Any] = {**browser_type_launch_args, "executable_path": str(window_browser.path)}
    browser = await browser_type.launch(**options, ignore_default_args=["--disable-back-forward-cache"])
    yield browser
    await browser.close()


async def test_a_page_that_comes_back_has_its_blocks_and_they_can_be_pressed(
    keeping: Browser, pages: PageSite
) -> None:
    async with Stage(await keeping.new_context(), pages.add(page_of(turn(XML)))) as stage:
        await stage.ready()
        await stage.page.evaluate("window.kept = true")
        await stage.page.goto(pages.add("<!doctype html><title>other</title><p>other", host="localhost"))
        await stage.page.go_back(wait_until="commit")
        assert await stage.page.evaluate("window.kept"), "the browser did not keep the page"
        await stage.until("ready", 2)
        await stage.settled()
        await stage.page.wait_for_function(f"{BARE} === 0")
        await stage.run()
