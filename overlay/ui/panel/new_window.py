"""Opens a window of the same browser without an opener, so that no page can reach it, not even by name."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)
Opener = Callable[["BrowserContext"], Awaitable[tuple["Page", "CDPSession"]]]
SIZE = {"width": 480, "height": 820}
"""In pixels."""
PATIENCE = 15.0
"""Seconds until a created window must appear."""


async def new_window(context: BrowserContext) -> tuple[Page, CDPSession]:
    """Return the page of a new window and a CDP session for it; a tab if the browser can't make a window.

    Raises Playwright's Error if the browser is gone, TimeoutError if the window does not appear.
    """
    arrived: asyncio.Queue[Page] = asyncio.Queue()
    context.on("page", arrived.put_nowait)
    try:
        target = await _create(context)
        if target is None:
            page = await context.new_page()
            return page, await context.new_cdp_session(page)
        async with asyncio.timeout(PATIENCE):
            while True:
                page = await arrived.get()
                session = await context.new_cdp_session(page)
                if (await _info(session))["targetId"] == target:
                    return page, session
                await session.detach()
    finally:
        context.remove_listener("page", arrived.put_nowait)


async def _create(context: BrowserContext) -> str | None:
    """Return the target id of the new window, None if the browser can't make one this way."""
    if context.browser is None or not context.pages:
        return None
    try:
        beside = await context.new_cdp_session(context.pages[0])
        browser = await context.browser.new_browser_cdp_session()
        made = await call(
            browser,
            "Target.createTarget",
            {
                "url": "about:blank",
                "newWindow": True,
                "browserContextId": (await _info(beside))["browserContextId"],
                **SIZE,
            },
        )
        await asyncio.gather(beside.detach(), browser.detach())
    except PlaywrightError as error:
        log.debug("no window of its own for the panel: %s", error)
        return None
    return str(made["targetId"])


async def _info(session: CDPSession) -> dict[str, str]:
    return (await call(session, "Target.getTargetInfo"))["targetInfo"]
