"""Presses on blocks that do not move, by mouse and by keyboard: each of them counts.

`bench presses` does a hundred of them, in the pages of all design systems.
"""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser

from tests.acceptance.honest import press_all_in
from tests.injected.pages import PageSite

CALLS = 2
"""In each page: one by mouse and one by keyboard, while results come in."""
SYSTEMS = ("bootstrap", "carbon", "radix", "fluent")
"""A layer over a card, cards that are drawn late, layers with focus guards over the page, and a page that is zoomed."""


@pytest.mark.thorough
async def test_presses_in_pages_of_design_systems_count(browser: Browser, pages: PageSite) -> None:
    """All pages wait at the same time until the user has read a block."""

    async def refused_and_ran(system: str) -> tuple[list[str], list[str]]:
        context = await browser.new_context()
        try:
            return await press_all_in(context, pages, system, CALLS)
        finally:
            await context.close()

    found = dict(zip(SYSTEMS, await asyncio.gather(*map(refused_and_ran, SYSTEMS)), strict=True))
    assert found == {system: ([], [f"z{number}" for number in range(CALLS)]) for system in SYSTEMS}
