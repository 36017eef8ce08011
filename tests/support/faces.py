"""The frames that blocks are drawn in; a test reaches them in an inspectable page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from playwright.async_api import Frame, FrameLocator, Locator, Page

FACE = "iframe.face:not(.waiting)"
"""A frame that shows its blocks; before that, they are drawn in the page, where no press counts."""


def faces(page: Page | Frame | FrameLocator) -> Locator:
    """All frames of blocks: one for each place where calls are."""
    return page.locator(FACE)


def in_face(page: Page | Frame | FrameLocator, selector: str, number: int | None = None) -> Locator:
    """Find `selector` in the only frame of blocks, or in the frame with this number, in the page's order."""
    if number is None:
        return page.frame_locator(FACE).locator(selector)
    return faces(page).nth(number).content_frame.locator(selector)


async def texts_in(page: Page | Frame, selector: str) -> list[str]:
    """Return the texts of what `selector` finds in all frames of blocks, in the page's order."""
    found: list[str] = []
    for number in range(await faces(page).count()):
        found += await in_face(page, selector, number).all_inner_texts()
    return found


async def until_in(page: Page, selector: str, count: int) -> list[str]:
    """Wait until `selector` finds so many in all frames of blocks together; return their texts.

    Raises TimeoutError.
    """
    return await _until(page, selector, lambda texts: len(texts) == count)


async def until_texts(page: Page, selector: str, wanted: list[str]) -> None:
    """Wait until `selector` finds these texts in all frames of blocks together.

    Raises TimeoutError.
    """
    await _until(page, selector, lambda texts: texts == wanted)


async def _until(page: Page, selector: str, holds: Callable[[list[str]], bool]) -> list[str]:
    async with asyncio.timeout(20):
        while not holds(texts := await texts_in(page, selector)):
            # No observer sees all of them: the frames are in shadow trees, and the page can't look into them.
            await page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
    return texts


async def middle_of(target: Locator) -> tuple[float, float]:
    """Return where the mouse has to go, in pixels of the page. Playwright's own box of an element in a frame ignores
    the zoom that the page gave to the elements around the frame.
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
