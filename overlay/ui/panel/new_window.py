"""Opens a window of the same browser without an opener, so that no page can get a reference to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)
Opener = Callable[["BrowserContext"], Awaitable[tuple["Page", "CDPSession"]]]
SIZE = {"width": 480, "height": 820}
"""The window's size in pixels."""
PATIENCE = 15.0
"""Seconds in which a created window must appear."""
POPUP = f"void open('about:blank', '_blank', 'popup,noopener,width={SIZE['width']},height={SIZE['height']}')"
Chosen = Callable[[dict[str, str]], bool]


async def popup_window(context: BrowserContext) -> tuple[Page, CDPSession]:
    """Return the page of a new window without tabs and toolbar, and a CDP session for it.

    CDP can only make windows with tabs, so an empty background tab, which is closed afterwards, opens the
    window with `noopener`. If that fails, uses `new_window`, with the same errors.
    """
    arrived: asyncio.Queue[Page] = asyncio.Queue()
    context.on("page", arrived.put_nowait)
    try:
        tab = await _create(context, {"background": True})
        if tab is not None:
            async with asyncio.timeout(PATIENCE):
                page, session = await _arrival(context, arrived, lambda info: info["targetId"] == tab)
                try:
                    frame = (await call(session, "Page.getFrameTree"))["frameTree"]["frame"]["id"]
                    world = await call(session, "Page.createIsolatedWorld", {"frameId": frame})
                    # The popup blocker allows only windows that a user gesture opens.
                    script = {"expression": POPUP, "contextId": world["executionContextId"]}
                    await call(session, "Runtime.evaluate", {**script, "userGesture": True})
                    return await _arrival(context, arrived, lambda info: info.get("openerId") == tab)
                finally:
                    await page.close()
    except (PlaywrightError, TimeoutError) as error:
        log.debug("no window without tabs for the panel: %s", error)
    finally:
        context.remove_listener("page", arrived.put_nowait)
    return await new_window(context)


async def new_window(context: BrowserContext) -> tuple[Page, CDPSession]:
    """Return the page of a new window and a CDP session for it; a tab if the browser can't make a window.

    Raises Playwright's Error if the browser is gone, TimeoutError if the window does not appear.
    """
    arrived: asyncio.Queue[Page] = asyncio.Queue()
    context.on("page", arrived.put_nowait)
    try:
        target = await _create(context, {"newWindow": True, **SIZE})
        if target is None:
            page = await context.new_page()
            return page, await context.new_cdp_session(page)
        async with asyncio.timeout(PATIENCE):
            return await _arrival(context, arrived, lambda info: info["targetId"] == target)
    finally:
        context.remove_listener("page", arrived.put_nowait)


async def _arrival(
    context: BrowserContext, arrived: asyncio.Queue[Page], chosen: Chosen
) -> tuple[Page, CDPSession]:
    """Return the first of the `arrived` pages whose target is `chosen`, and a session for it."""
    while True:
        page = await arrived.get()
        try:
            session = await context.new_cdp_session(page)
            if chosen(await _info(session)):
                return page, session
            await session.detach()
        except PlaywrightError:
            if not page.is_closed():
                raise


async def _create(context: BrowserContext, how: dict[str, Any]) -> str | None:
    """Return the id of a new target, None if the browser can't make one this way."""
    if context.browser is None or not context.pages:
        return None
    try:
        session = await context.new_cdp_session(context.pages[0])
        browser = await context.browser.new_browser_cdp_session()
        made = await call(
            browser,
            "Target.createTarget",
            {
                "url": "about:blank",
                "browserContextId": (await _info(session))["browserContextId"],
                **how,
            },
        )
        await asyncio.gather(session.detach(), browser.detach())
    except PlaywrightError as error:
        log.debug("no new window for the panel: %s", error)
        return None
    return str(made["targetId"])


async def _info(session: CDPSession) -> dict[str, str]:
    return (await call(session, "Target.getTargetInfo"))["targetInfo"]
