"""The fixtures for a live page, registered if pytest-asyncio and pytest-playwright-asyncio are installed.

The module is loaded in every such run, so the fixtures import slow modules only when they are used.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest_asyncio

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.companion.companion import Companion


@pytest_asyncio.fixture(loop_scope="session")
async def chat_page(page: Page) -> AsyncGenerator[Page]:
    """A page on the bundled chat site, which needs no account and no network."""
    from overlay.capture.pytest_support.chat_options import demo_site

    async with demo_site() as url:
        await page.goto(url)
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def companion(context: BrowserContext) -> AsyncGenerator[Callable[..., Awaitable[Companion]]]:
    """A function that starts companions (`await` it with a target and options); they are closed after the
    test.

    `target` is a site's name, a URL, or a page, whose URL is then opened again with overlay. For the options
    see `chat_options`.
    """
    from overlay.capture.pytest_support.chat_options import chat_options
    from overlay.companion.companion import Companion

    async with AsyncExitStack() as stack:

        async def start(target: str | Page = "demo", **options: Any) -> Companion:
            address = target if isinstance(target, str) else target.url
            options = {"context": context, **chat_options(address, options)}
            return await stack.enter_async_context(Companion(address, **options))

        yield start
