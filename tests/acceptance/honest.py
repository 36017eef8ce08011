"""A user who scrolls to a block, waits until it is still and in plain sight, and presses one of its buttons."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from playwright.async_api import BrowserContext, Frame, Locator, Page

from overlay.calls.events import BlockInfo
from overlay.companion.companion import Companion
from tests.acceptance.design_systems import page_of
from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage, in_sight
from tests.support.faces import faces, in_face, middle_of

READ = 900
"""Milliseconds that the browser has reported a block as visible before the user presses."""
STILL = 1700
"""Milliseconds that it has not moved by then."""
STANDS = """(element, time) => new Promise((go) => {
    let since = performance.now();
    let place = "";
    const look = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (place !== [x, y, width, height].join()) {
            place = [x, y, width, height].join();
            since = performance.now();
        }
        performance.now() < since + time ? requestAnimationFrame(look) : go();
    };
    look();
})"""


class Place(Protocol):
    """A page with the companion beside it."""

    companion: Companion

    @property
    def page(self) -> Page: ...

    async def settled(self) -> list[BlockInfo]: ...


async def come(place: Place, number: int, button: str = "execute") -> Locator:
    """Scroll to a block, and wait until it and its button are still and in plain sight; return the button."""
    blocks = [block for block in await place.settled() if block.kind == "call"]
    await place.companion.show(blocks[number].id)
    selector = f'.function-block[data-block-id="{blocks[number].id}"]'
    async with asyncio.timeout(90):
        while True:
            frame = await _frame_of(place.page, selector)
            target = frame.locator(f"{selector} .{button}-button")
            # Scrolling may give the block another frame, so that the button is never found in this one.
            with suppress(TimeoutError):
                async with asyncio.timeout(15):
                    if await _stands(frame, selector, target):
                        return target


async def _frame_of(page: Page, selector: str) -> Frame:
    while True:
        for number in range(await faces(page).count()):
            if await in_face(page, selector, number).count():
                handle = await faces(page).nth(number).element_handle()
                if frame := await handle.content_frame():
                    return frame
        await page.evaluate("new Promise((go) => setTimeout(go, 50))")


async def _stands(frame: Frame, selector: str, target: Locator) -> bool:
    """Return whether the block stays where it is; a site may scroll its page meanwhile."""
    element = await frame.frame_element()
    await element.evaluate(STANDS, STILL)
    await frame.locator(selector).evaluate("(block) => block.scrollIntoView({ block: 'center' })")
    before = await element.bounding_box()
    await in_sight(target, READ)
    return await element.bounding_box() == before


async def press(place: Place, target: Locator) -> None:
    """Click with the mouse."""
    await place.page.mouse.click(*await middle_of(target))


async def press_by_key(place: Place, target: Locator) -> None:
    """Go there with Tab and press Enter."""
    await target.locator("xpath=preceding-sibling::*[1]").focus()
    await place.page.keyboard.press("Tab")
    await place.page.keyboard.press("Enter")


async def refusals(place: Place) -> list[str]:
    """Return the notes of the blocks in view about presses that did not count."""
    await place.settled()
    return [
        note
        for number in range(await faces(place.page).count())
        for note in await in_face(place.page, ".guard-note", number).all_inner_texts()
        if note
    ]


async def press_all_in(
    context: BrowserContext, pages: PageSite, system: str, calls: int
) -> tuple[list[str], list[str]]:
    """Press all calls in a page of a design system, by mouse and by keyboard in turn.

    Return what was refused, and which calls ran.
    """
    printed = [xml("look", f"c{number}", zebra=f"z{number}", gnu="g") for number in range(calls)]
    refused: list[str] = []
    async with Stage(context, pages.add(page_of(system, printed))) as stage:
        await stage.ready(calls)
        for number in range(calls):
            target = await come(stage, number)
            await (press_by_key if number % 2 else press)(stage, target)
            refused += await refusals(stage)
            if refused:
                break
            await stage.until("done", number + 1)
        return refused, [run["zebra"] for run in stage.tools.runs]
