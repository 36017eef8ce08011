"""Presses on blocks that stand still, by mouse and by keyboard: each of them counts.

`bench presses` does a hundred of them, in the pages of all design systems.
"""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser

from tests.acceptance.honest import press_all_in
from tests.injected.pages import PageSite

CALLS = 2
"""In each page: one by mouse and one by keyboard, between results that come in."""
SYSTEMS = ("bootstrap", "material", "carbon", "radix", "fluent")
"""Layers over a card and over the page, cards that are drawn late, focus guards, and a page that is zoomed."""


@pytest.fixture(scope="module")
async def pressed(browser: Browser, pages: PageSite) -> dict[str, tuple[list[str], list[str]]]:
    """What was refused, and which calls ran, by design system: all pages wait at once until a block was read."""

    async def one(system: str) -> tuple[list[str], list[str]]:
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
