"""The frames that blocks are drawn in, as a test reaches them in an inspectable page."""

from __future__ import annotations

import asyncio

from playwright.async_api import Frame, FrameLocator, Locator, Page

FACE = "iframe.face:not(.waiting)"
"""A frame that shows its blocks; until then they are drawn in the page, where they can't be pressed."""


def faces(page: Page | Frame | FrameLocator) -> Locator:
    """All of them, one for each place where calls are."""
    return page.locator(FACE)


def in_face(page: Page | Frame | FrameLocator, selector: str, number: int | None = None) -> Locator:
    """What `selector` finds in the only frame of blocks, or in that of a number, in the page's order."""
    if number is None:
        return page.frame_locator(FACE).locator(selector)
    return faces(page).nth(number).content_frame.locator(selector)


async def texts_in(page: Page | Frame, selector: str) -> list[str]:
    """The texts of what `selector` finds in all frames of blocks, in the page's order."""
    found: list[str] = []
    for number in range(await faces(page).count()):
        found += await in_face(page, selector, number).all_inner_texts()
    return found


async def until_in(page: Page, selector: str, count: int) -> list[str]:
    """Wait until `selector` finds so many in all frames of blocks together; return their texts.

    Raises TimeoutError.
    """
    async with asyncio.timeout(20):
        while len(texts := await texts_in(page, selector)) != count:
            await page.evaluate("new Promise((go) => setTimeout(go, 50))")
    return texts


async def until_texts(page: Page, selector: str, wanted: list[str]) -> None:
    """Wait until `selector` finds these texts in all frames of blocks together.

    Raises TimeoutError.
    """
    async with asyncio.timeout(20):
        while await texts_in(page, selector) != wanted:
            await page.evaluate("new Promise((go) => setTimeout(go, 50))")


async def middle_of(target: Locator) -> tuple[float, float]:
    """Where the mouse has to go, in pixels of the page: Playwright's own box of what is in a frame leaves out
    a zoom that the page gave to what is around the frame.
    """
    found = await target.element_handle()
    frame = await found.owner_frame()
    x, y, width, height = await found.evaluate(RECT)
    if frame is None or frame.parent_frame is None:
        return x + width / 2, y + height / 2
    left, top, outer, _ = await (await frame.frame_element()).evaluate(RECT)
    scale = outer / await frame.evaluate("innerWidth")
    return left + (x + width / 2) * scale, top + (y + height / 2) * scale


RECT = """(element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
}"""
