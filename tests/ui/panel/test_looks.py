"""The parts of the panel's looks that matter: which answer is marked, and in which order a path is read."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Locator, expect

from tests.ui.panel.room import question, room

GROUND = "(one) => getComputedStyle(one).backgroundColor"
SYSTEM = """(colour) => {
    const one = document.createElement("i");
    one.style.cssText = `forced-color-adjust: none; background: ${colour}`;
    document.body.append(one);
    const found = getComputedStyle(one).backgroundColor;
    one.remove();
    return found;
}"""


async def ground(one: Locator) -> str:
    return str(await one.evaluate(GROUND))


@pytest.mark.thorough
async def test_without_colours_of_its_own_the_panel_marks_the_safe_answer(context: BrowserContext) -> None:
    async with room(context) as opened:
        asked = await opened.ask(question())
        await opened.page.emulate_media(forced_colors="active")
        marked = await opened.page.evaluate(SYSTEM, "Highlight")
        assert await ground(opened.card.locator(".deny")) == marked
        assert await ground(opened.card.locator(".once")) != marked
        asked.cancel()


@pytest.mark.thorough
async def test_the_parts_of_a_path_stay_in_their_order(context: BrowserContext) -> None:
    async with room(context) as opened:
        asked = await opened.ask(question(arguments={"path": "/a/\u05d7/2"}))
        await expect(opened.card.locator("pre").first).to_contain_text("\u200e/\u200e\u05d7\u200e/\u200e2")
        asked.cancel()
