"""Blocks in bubbles that are as wide as their content."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.acceptance.chat_kinds import PAGE, RUNS_AUTOMATICALLY, opened
from tests.injected.pages import PageSite
from tests.support.faces import in_face
from tests.support.scene import call

DRAW = """
DRAW.code = (turn, text) => turn.replaceChildren(...parts(text).map(({ words, code }) => words !== undefined
    ? make("p", { textContent: words }) : make("pre", {}, make("code", { textContent: code }))));
"""
BUBBLES = "<style>main { width: 800px } .bot { width: fit-content; max-width: 90% }"
LINES = "\n".join(f"line {number} of what the note says" for number in range(60))


@pytest.mark.thorough
async def test_a_bubble_gives_a_block_room_and_no_line_of_a_result_is_cut(
    context: BrowserContext, pages: PageSite
) -> None:
    page = PAGE.replace("<style>", BUBBLES, 1)
    async with opened(context, pages, DRAW, page=page, config=RUNS_AUTOMATICALLY) as room:
        for number, text in enumerate(("short", LINES)):
            await room.say()
            await room.answer(f"```xml\n{call(text=text, call_id=str(number))}```\n", "code", step=40, pace=5)
            await room.show(*["done"] * (number + 1))
            block = in_face(room.page, ".function-block", number)
            assert await block.evaluate("(block) => block.offsetWidth") >= 500
            result = in_face(room.page, ".result-value", number)
            await expect(result).to_be_visible()
            line = "(value) => value.clientHeight % parseFloat(getComputedStyle(value.querySelector('pre')).lineHeight)"
            assert number == 0 or await result.evaluate(line) == 0
            room_left = "(value) => value.parentElement.getBoundingClientRect().bottom - value.getBoundingClientRect().bottom"
            assert await result.evaluate(room_left) <= 20
        await room.page.evaluate("document.querySelector('main').style.width = '400px'")
        await expect(in_face(room.page, ".function-block", 0)).to_have_js_property("offsetWidth", 360)
