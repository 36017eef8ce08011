"""Three calls of one message are drawn in one frame, under a layer that paints nothing, and a bar of the page is over the last."""

from __future__ import annotations

from playwright.async_api import Browser

from tests.acceptance.chat_kinds import PAGE, opened
from tests.injected.fixtures import pages
from tests.injected.pages import PageSite
from tests.support.scene import call

__all__ = ["pages"]

WORDS = ["okapi", "quagga", "zebra"]
ANSWER = (
    "I look.\n\n```xml\n"
    + "".join(call("note", str(at), text=word) for at, word in enumerate(WORDS))
    + "```\n"
)
DRAW = """
DRAW.kept = (turn, text) => {
    turn.pre ??= turn.appendChild(make("pre"));
    turn.pre.textContent = parts(text).find((part) => part.code !== undefined)?.code ?? "";
};
"""
BAR = (
    "<footer style='position:fixed;inset:auto 0 0;height:300px;background:#ddd;z-index:5'>Write here</footer>"
)
COVERED = "draws something over this block"
LAYER = "<div style='position:fixed;inset:0;pointer-events:none;z-index:9'></div>"


async def test_calls_above_a_bar_of_the_page_run_while_the_next_one_is_under_it(
    browser: Browser, pages: PageSite
) -> None:
    context = await browser.new_context(viewport={"width": 900, "height": 720})
    page = PAGE.replace("<textarea>", f"<div style='height:400px'></div>{BAR}{LAYER}<textarea>")
    async with opened(context, pages, DRAW, page=page) as room:
        await room.say()
        # overlay scrolls to no block while the user reads.
        await room.page.mouse.move(300, 300)
        await room.page.mouse.wheel(0, 1)
        await room.answer(ANSWER, "kept", step=60)
        blocks = await room.until(
            lambda blocks: [block.status for block in blocks] == ["done", "done", "ready"]
        )
        assert COVERED in blocks[2].note
        assert room.ran == WORDS[:2]
    await context.close()
