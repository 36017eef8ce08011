from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio
from playwright.async_api import Browser, Playwright

from overlay.capture.replay.browser import replay_options
from overlay.companion.browser import Browser as Found


@pytest_asyncio.fixture(scope="session")
async def replay_browser(playwright: Playwright, overlay_browser: Found) -> AsyncGenerator[Browser]:
    """The browser of `overlay check`, which draws only the compared pictures."""
    running = await playwright.chromium.launch(**replay_options(overlay_browser))
    yield running
    await running.close()
