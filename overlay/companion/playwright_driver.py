"""Starts and ends Playwright's driver, the process between overlay and browsers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import Playwright, async_playwright

from observers.safe_tasks import quietly, within
from overlay.common.errors import OverlayError
from overlay.common.language import mark, translate
from overlay.companion.watch.deaths import START_AGAIN, kill_driver, opening

SILENT = mark("the driver between overlay and the browser has not answered for {:.0f} seconds")
STARTING = 120.0
"""Seconds in which the driver must answer; a busy machine needs some."""
CLOSING = 5.0
"""Seconds in which the browser, and then its driver, must end."""


@asynccontextmanager
async def driver() -> AsyncGenerator[Playwright]:
    """Yield Playwright with its driver; at the end, kill one that is frozen.

    Raises OverlayError if the driver dies while it starts, or does not answer.
    """
    manager = async_playwright()
    try:
        starting = asyncio.create_task(manager.__aenter__())
        try:
            with opening():
                done, _ = await asyncio.wait([starting], timeout=STARTING)
                if not done:
                    raise OverlayError(translate(SILENT).format(STARTING), advice=translate(START_AGAIN))
                playwright = starting.result()
            yield playwright
        finally:
            # A driver that is left while it starts keeps its pipes, which fail when the loop is closed.
            with suppress(Exception):
                await asyncio.wait_for(starting, CLOSING)
            await close_in_time(manager.__aexit__())
    finally:
        kill_driver(manager)


async def close_in_time(closing: Coroutine[Any, Any, None]) -> None:
    """Wait for the end of a browser or of the driver, which never comes if it is frozen.

    A cancellation waits too: what is left half closed fails when the loop is closed.
    """
    waiting = asyncio.create_task(within(CLOSING, [quietly(closing)]))
    try:
        await asyncio.shield(waiting)
    except asyncio.CancelledError:
        await waiting
        raise
