"""One page for all tests of this folder that only look at what it shows."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page


@pytest.fixture(scope="session")
async def still_page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page that no test changes."""
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()
