"""Fixtures for the folders whose tests need a page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, BrowserContext

from tests.injected.lab import Lab
from tests.injected.pages import PageSite
from tests.injected.stage import Demo


@pytest.fixture(scope="session")
async def pages() -> AsyncIterator[PageSite]:
    async with PageSite() as site:
        yield site


@pytest.fixture(scope="session")
async def demo() -> AsyncIterator[Demo]:
    async with Demo() as site:
        yield site


@pytest.fixture(scope="session")
async def one_lab(browser: Browser) -> AsyncIterator[Lab]:
    page = await browser.new_page()
    await page.goto("about:blank")
    yield await Lab(page).open()
    await page.close()


@pytest.fixture
async def lab(one_lab: Lab) -> Lab:
    """The same page for all, empty again."""
    await one_lab.empty()
    return one_lab


@pytest.fixture(scope="module")
async def files_context(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context()
    yield context
    await context.close()


@pytest.fixture(name="context")
async def one_context(files_context: BrowserContext) -> AsyncIterator[BrowserContext]:
    """One for each file, without a page. No page is used twice: Chromium makes the isolated worlds of each
    companion that was ever attached to a page again in all its later documents, 0.5 MB each.
    """
    yield files_context
    for page in files_context.pages:
        await page.close()


@pytest.fixture(name="context")
async def own_context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """With no other pages in it than the test's."""
    context = await browser.new_context()
    yield context
    await context.close()
