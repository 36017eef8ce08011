"""Starts and ends Playwright's driver, the process between overlay and browsers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import Playwright, async_playwright

from observers.safe_tasks import quietly, within
from overlay.companion.watch.deaths import kill_driver, opening

CLOSING = 5.0
"""Seconds in which the browser, and then its driver, must end."""


@asynccontextmanager
async def driver() -> AsyncGenerator[Playwright]:
    """Yield Playwright with its driver; at the end, kill one that is frozen.

    Raises OverlayError if the driver dies while it starts.
    """
    manager = async_playwright()
    try:
        starting = asyncio.create_task(manager.__aenter__())
        try:
            with opening():
                playwright = await asyncio.shield(starting)
            yield playwright
        finally:
            # A driver that is left while it starts keeps its pipes, which fail when the loop is closed.
            with suppress(Exception):
                await asyncio.wait_for(starting, CLOSING)
            await ended(manager.__aexit__())
    finally:
        kill_driver(manager)


async def ended(closing: Coroutine[Any, Any, None]) -> None:
    """Wait for the end of a browser or of the driver, which never comes if it is frozen.

    A cancellation waits too: what is left half closed fails when the loop is closed.
    """
    waiting = asyncio.create_task(within(CLOSING, [quietly(closing)]))
    try:
        await asyncio.shield(waiting)
    except asyncio.CancelledError:
        await waiting
        raise
