"""A browser that draws a frame only when it is asked to.

Drawing takes half of a replay's processor time, and nothing is compared between two pictures. Chromium's
headless shell draws on demand (`HeadlessExperimental.beginFrame`, Chrome DevTools Protocol), except on macOS;
other browsers ignore the switches and draw as usual.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

ON_DEMAND = ("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")
SWITCHES: tuple[str, ...] = () if sys.platform == "darwin" else ON_DEMAND
FRAME = "HeadlessExperimental.beginFrame"
PAUSE = 0.01
PATIENCE = 10.0


async def draws_on_demand(browser: Browser) -> bool:
    """Return whether `browser`, started with SWITCHES, draws a frame when it is asked to.

    Some headless shells obey the switches and lack the command: every picture would be waited for in vain.
    """
    page = await browser.new_page()
    try:
        session = await page.context.new_cdp_session(page)
        async with asyncio.timeout(PATIENCE):
            await call(session, FRAME)
    except (PlaywrightError, TimeoutError):
        return False
    finally:
        await page.context.close()
    return True


@asynccontextmanager
async def frames(page: Page) -> AsyncGenerator[None]:
    """Let the browser draw `page` for the time of the block; elsewhere no frame is drawn."""
    if not SWITCHES:
        yield
        return
    session = await page.context.new_cdp_session(page)

    async def draw() -> None:
        # A browser that draws by itself refuses the command, and each one does while it draws another frame.
        while not page.is_closed():
            try:
                await call(session, FRAME)
            except PlaywrightError:
                await asyncio.sleep(PAUSE)

    drawing = asyncio.create_task(draw())
    try:
        yield
    finally:
        drawing.cancel()
        with suppress(asyncio.CancelledError):
            await drawing
        with suppress(PlaywrightError):
            await session.detach()
