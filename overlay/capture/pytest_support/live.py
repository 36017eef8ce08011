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

_DEMOS: set[str] = set()


@pytest_asyncio.fixture(loop_scope="session")
async def chat_page(page: Page) -> AsyncGenerator[Page]:
    """A page on the bundled chat site, which needs no account and no network."""
    from overlay.demo.server import DemoSite
    from overlay.policy import origin_of

    async with DemoSite() as site:
        _DEMOS.add(origin_of(site.url))
        await page.goto(site.url)
        yield page
        _DEMOS.discard(origin_of(site.url))


@pytest_asyncio.fixture(loop_scope="session")
async def companion(context: BrowserContext) -> AsyncGenerator[Callable[..., Awaitable[Companion]]]:
    """A function that starts companions (`await` it with a target and options); they are closed after the
    test.

    `target` is a site's name, a URL, or a page, whose URL is then opened again with overlay. The options are
    those of Companion; locators can reach the blocks (`inspectable`), and a long chat is read whole.
    """
    from overlay.companion.companion import Companion
    from overlay.companion.config import Config, load_config
    from overlay.policy import origin_of
    from overlay.sites.loader import load_profiles

    async with AsyncExitStack() as stack:

        async def start(target: str | Page = "demo", **options: Any) -> Companion:
            address = target if isinstance(target, str) else target.url
            if "://" in address and origin_of(address) in _DEMOS:
                options.setdefault("profile", load_profiles()["demo"])
            config = options.pop("config", None)
            config = config if isinstance(config, Config) else load_config(config)
            whole = config.model_copy(update={"whole_history": True})
            given: dict[str, Any] = {"context": context, "inspectable": True, **options, "config": whole}
            return await stack.enter_async_context(Companion(address, **given))

        yield start
