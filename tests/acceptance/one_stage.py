"""One companion and one tab for all tests of a file: each test opens a page of its own in the tab."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.injected.pages import PageSite
from tests.injected.stage import Demo, Stage


class OneStage(Stage):
    """A stage whose tab shows one page after the other. What earlier pages did does not count."""

    async def open(self, url: str) -> None:
        """Open a page, and forget the events and the runs before it."""
        await self.settled()
        self.told()
        self.seen.clear()
        self.tools.runs.clear()
        await self.page.goto(url)
        # On a busy machine overlay can hide text only some time after the page was loaded.
        assert await self.companion.bridge.hiding_enabled(self.page, within=30)


@pytest.fixture(scope="module")
async def stage(browser: Browser, pages: PageSite) -> AsyncIterator[OneStage]:
    """For pages of a site that overlay does not know."""
    context = await browser.new_context()
    async with OneStage(context, pages.add("<!doctype html><title>empty</title>")) as opened:
        yield opened
    await context.close()


@pytest.fixture(scope="module")
async def demo_stage(browser: Browser, demo: Demo) -> AsyncIterator[OneStage]:
    """For the bundled chat; each page that is opened is a new conversation."""
    context = await browser.new_context()
    async with OneStage(context, demo.url, site="demo") as opened:
        yield opened
    await context.close()
