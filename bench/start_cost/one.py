"""One start, with overlay or with Playwright alone; prints its figures.

The imports are part of a start, so each way imports inside its function only what it needs.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from bench.page_cost.processes import cpu

FURTHER = 5
"""Contexts opened one after the other in the same browser, after the start."""
Given = dict[str, Any]
Further = Callable[[], Awaitable[None]]


async def _run(way: str, given: Given) -> dict[str, float]:
    """Start once, then open further ones; return the seconds. `start, elapsed` is the clock at its end."""
    opened = _bare if way == "bare" else _companion
    async with opened(given) as further:
        figures = {"start, elapsed": time.perf_counter(), "start, CPU": cpu()["all"]}
        await further()  # the first one makes what the others share
        before, begin = cpu()["all"], time.perf_counter()
        for _ in range(FURTHER):
            await further()
        figures["further, CPU"] = (cpu()["all"] - before) / FURTHER
        figures["further, elapsed"] = (time.perf_counter() - begin) / FURTHER
    return figures


@asynccontextmanager
async def _bare(given: Given) -> AsyncGenerator[Further]:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**given["browser"])

        async def further() -> None:
            context = await browser.new_context()
            page = await context.new_page()
            await page.goto(given["url"], wait_until="domcontentloaded")
            await context.close()

        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(given["url"], wait_until="domcontentloaded")
        yield further
        await browser.close()


@asynccontextmanager
async def _companion(given: Given) -> AsyncGenerator[Further]:
    from overlay import Companion

    async with Companion(given["url"], headless=True) as first:
        browser = first.context.browser
        assert browser

        async def further() -> None:
            context = await browser.new_context()
            async with Companion(given["url"], context=context):
                pass
            await context.close()

        yield further


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_run(sys.argv[1], json.loads(sys.argv[2])))))
