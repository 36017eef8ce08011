"""Presses on blocks that stand still, by mouse and by keyboard: each of them counts (a hundred: `bench presses`)."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, BrowserContext

from tests.acceptance.design_systems import SYSTEMS
from tests.acceptance.honest import come, press, press_all_in, refusals
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

CALLS = 2
"""In each page: one by mouse and one by keyboard, between results that come in."""
AT_ONCE = 5
"""Pages that are open at once: a person's time to read is waited for in all of them together."""


@pytest.fixture(scope="module")
async def pressed(browser: Browser, pages: PageSite) -> dict[str, tuple[list[str], list[str]]]:
    """What was refused, and which calls ran, by design system."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(system: str) -> tuple[list[str], list[str]]:
        async with free:
            context = await browser.new_context()
            try:
                return await press_all_in(context, pages, system, CALLS)
            finally:
                await context.close()

    return dict(zip(SYSTEMS, await asyncio.gather(*map(one, SYSTEMS)), strict=True))


@pytest.mark.parametrize("system", SYSTEMS)
def test_presses_in_a_page_of_a_design_system_count(
    pressed: dict[str, tuple[list[str], list[str]]], system: str
) -> None:
    assert pressed[system] == ([], [f"z{number}" for number in range(CALLS)])


async def test_presses_on_a_page_of_blocks_count_while_results_come_in_between(
    context: BrowserContext, pages: PageSite
) -> None:
    calls = "".join(
        f"<div data-turn=assistant><pre><code>{xml('look', f'c{number}', zebra=f'z{number}').replace('<', '&lt;')}</code></pre></div>"
        for number in range(4)
    )
    url = pages.add(f"<!doctype html><meta charset=utf-8><title>four</title><body>{calls}</body>")
    async with Stage(context, url) as stage:
        await stage.until("ready", 4)
        for number in range(4):
            await press(stage, await come(stage, number))
            assert await refusals(stage) == []
            await stage.until("done", number + 1)
        assert len(stage.tools.runs) == 4
