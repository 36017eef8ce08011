"""Chats whose messages are in a box without the browser's scroll bars: the page's script scrolls the box."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext

from tests.acceptance.chat_kinds import PAGE, opened
from tests.injected.pages import PageSite
from tests.support.effort import corners
from tests.support.scene import call

BOX = "<style>main { height: 300px; overflow: hidden; position: relative } .user { height: 250px }"
DRAW = """
DRAW.code = (turn, text) => turn.replaceChildren(...parts(text).map(({ words, code }) => words !== undefined
    ? make("p", { textContent: words }) : make("pre", {}, make("code", { textContent: code }))));
"""
MOVED = """
const inner = main.appendChild(make("div"));
main.append = (...nodes) => inner.append(...nodes);
window.up = () => { inner.style.transform = `translate3d(0, -${inner.scrollHeight - 300}px, 0)`; };
"""
HEIGHTS = """
window.heights = [];
new ResizeObserver(() => heights.push(inner.scrollHeight)).observe(inner);
"""
SCROLLED = "window.up = () => { main.scrollTop = main.scrollHeight; };"
LINE = 24
"""The height of a line of a block, in pixels."""
WAYS = {
    "at the top": DRAW,
    "by the scroll position": DRAW + SCROLLED,
    "by a transform": DRAW + MOVED,
}


@pytest.mark.parametrize("way", corners([*WAYS], "by a transform"))
async def test_calls_out_of_view_run_in_a_box_that_a_script_scrolls(
    way: str, context: BrowserContext, pages: PageSite
) -> None:
    page = PAGE.replace("<style>", BOX, 1)
    async with opened(context, pages, WAYS[way], page=page, path=f"/c/{way.replace(' ', '')}") as room:
        assert await room.companion.bridge.hiding_enabled(room.page, within=30)
        for number in range(4):
            await room.say()
            await room.answer(f"```xml\n{call(text=str(number), call_id=str(number))}```\n", "code", pace=5)
            await room.page.evaluate("window.up?.()")
            if (
                way == "by a transform"
            ):  # overlay can't scroll back to a call that such a page moves out of view
                await room.show(*["done"] * (number + 1))
        await room.show(*["done"] * 4)
        # Only the calls of one answer run in their order, and these are four answers.
        assert sorted(room.ran) == ["0", "1", "2", "3"]


async def test_a_block_that_is_written_out_of_view_is_at_most_a_line_taller_than_in_the_end(
    context: BrowserContext, pages: PageSite
) -> None:
    page = PAGE.replace("<style>", BOX, 1)
    async with opened(context, pages, DRAW + MOVED + HEIGHTS, page=page, path="/c/heights") as room:
        assert await room.companion.bridge.hiding_enabled(room.page, within=30)
        for number in range(2):
            await room.say()
            await room.answer(f"```xml\n{call(text=str(number), call_id=str(number))}```\n", "code", pace=5)
            await room.page.evaluate("window.up()")
            await room.show(*["done"] * (number + 1))
            heights: list[int] = await room.page.evaluate("heights.splice(0)")
            # On a slow machine the line of the running call is seen, which is taller than that of its result.
            assert max(heights) - heights[-1] < LINE
