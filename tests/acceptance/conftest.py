from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, BrowserContext

from tests.injected.fixtures import demo, pages

__all__ = ["context", "demo", "pages"]


@pytest.fixture(scope="module")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """One for each file, whose tests load its page anew."""
    context = await browser.new_context()
    yield context
    await context.close()
