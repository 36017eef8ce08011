"""The strip near the message box: what it says, where it is, and what a press on it does."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import BrowserContext, FloatRect, Frame, Locator, Page, expect

from overlay import Companion
from overlay.demo.server import DemoSite
from overlay.policy import origin_of
from overlay.tools import tool
from tests.acceptance.honest import READ
from tests.acceptance.test_axe import axe
from tests.acceptance.test_keyboard import tab_to
from tests.companion.test_companion import DEMO, fence, say
from tests.injected.stage import IN_SIGHT, in_sight
from tests.support.axe import violations
from tests.support.effort import corners
from tests.support.faces import faces, in_face, middle_of
from tests.support.scene import call

__all__ = ["axe"]
pytestmark = pytest.mark.browser
STRIP = "iframe.strip"
BOX = "#composer"


@asynccontextmanager
async def chat(site: DemoSite, context: BrowserContext, *, panel: bool = True) -> AsyncGenerator[Companion]:
    """A companion beside a new chat."""

    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        return "gone"

    async with Companion(
        site.url,
        context=context,
        tools=[wipe],
        profile=DEMO,
        inspectable=True,
        panel=panel,
        config={"fail_open": 20},
    ) as companion:
        yield companion


@asynccontextmanager
async def told_before(
    site: DemoSite, context: BrowserContext, *, panel: bool = True
) -> AsyncGenerator[Companion]:
    """A companion beside a new chat of a site whose model was told in another chat."""
    async with chat(site, context, panel=panel) as companion:
        companion._opened._sites.add(origin_of(site.url))  # pyright: ignore[reportPrivateUsage]
        await companion.page.reload()
        yield companion


def in_strip(page: Page, selector: str) -> Locator:
    return page.frame_locator(f"{STRIP}.shown").locator(selector)


def button(page: Page, name: str) -> Locator:
    return page.frame_locator(f"{STRIP}.shown").get_by_role("button", name=name)


async def press(target: Locator) -> None:
    """A person's click, once they have looked at it."""
    await target.wait_for()
    await in_sight(target, READ)
    await target.page.mouse.click(*await middle_of(target))


async def ask(companion: Companion) -> Page:
    """Let a question wait in the panel; return the panel's page."""
    assert companion.panel
    assert companion.panel.page
    await say(companion, fence(call("wipe", what="disk")))
    await companion.page.bring_to_front()
    await press(in_face(companion.page, ".execute-button"))
    await companion.panel.page.get_by_role("article").wait_for()
    await companion.page.bring_to_front()
    return companion.panel.page


async def box_of(target: Locator) -> FloatRect:
    box = await target.bounding_box()
    assert box
    return box


def overlap(a: FloatRect, b: FloatRect) -> bool:
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


async def test_a_new_chat_of_a_site_that_was_told_offers_it_by_one_press_and_nothing_is_sent(
    site: DemoSite, context: BrowserContext
) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        await press(button(page, "Tell the model about your 1 tool"))
        await expect(page.locator(BOX)).to_have_value(companion.instructions())
        await expect(page.locator(STRIP)).to_have_count(0)
        assert await page.locator("[data-turn]").count() == 0


async def test_a_site_that_was_never_told_shows_no_strip(site: DemoSite, context: BrowserContext) -> None:
    async with chat(site, context) as companion:
        await say(companion, "Hello.")
        assert await companion.page.locator(STRIP).count() == 0


async def test_without_a_panel_there_is_no_strip(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context, panel=False) as companion:
        await say(companion, "Hello.")
        assert await companion.page.locator(STRIP).count() == 0


async def test_an_offer_that_was_dismissed_is_gone_for_this_chat(
    site: DemoSite, context: BrowserContext
) -> None:
    async with told_before(site, context) as companion:
        await press(button(companion.page, "Not in this chat"))
        await expect(companion.page.locator(STRIP)).to_have_count(0)
        assert await companion.page.locator(BOX).input_value() == ""


async def test_the_offer_is_gone_once_the_chat_has_a_message(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        await button(companion.page, "Tell the model").wait_for()
        await say(companion, "Hello.")
        await expect(companion.page.locator(STRIP)).to_have_count(0)


async def test_a_question_that_waits_brings_the_panel_to_the_front(
    site: DemoSite, context: BrowserContext
) -> None:
    async with chat(site, context) as companion:
        panel = await ask(companion)
        await expect(in_strip(companion.page, ".strip-words")).to_have_text("1 question waits")
        assert await companion.page.evaluate("document.visibilityState") == "visible"
        await press(button(companion.page, "Show the question"))
        await expect(panel.locator("body")).to_be_visible()
        await panel.wait_for_function("document.hasFocus()")
        await panel.get_by_role("button", name="Deny").click()
        await expect(companion.page.locator(STRIP)).to_have_count(0)


async def test_a_press_on_the_strip_answers_no_question(site: DemoSite, context: BrowserContext) -> None:
    async with chat(site, context) as companion:
        panel = await ask(companion)
        await press(button(companion.page, "Show the question"))
        await expect(panel.get_by_role("article")).to_contain_text("disk")
        await expect(in_face(companion.page, ".question-button")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), corners([(320, 640), (768, 600), (1440, 900)], (320, 640)))
async def test_it_covers_neither_the_message_box_nor_send_nor_a_block(
    site: DemoSite, context: BrowserContext, width: int, height: int
) -> None:
    async with chat(site, context) as companion:
        page = companion.page
        await page.set_viewport_size({"width": width, "height": height})
        await ask(companion)
        await in_strip(page, ".question-button").wait_for()
        strip = await box_of(page.locator(STRIP))
        others = [page.locator(BOX), page.locator('[data-testid="send"]'), *await faces(page).all()]
        assert [other for other in others if overlap(strip, await box_of(other))] == []
        assert strip["x"] >= 0
        assert strip["x"] + strip["width"] <= width


async def test_nothing_of_the_page_moves_when_it_comes(site: DemoSite, context: BrowserContext) -> None:
    everything = """[...document.querySelectorAll("body *")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, x, y, width, height].join();
    })"""
    async with told_before(site, context) as companion:
        await button(companion.page, "Tell the model").wait_for()
        with_strip = await companion.page.evaluate(everything)
        await press(button(companion.page, "Not in this chat"))
        await expect(companion.page.locator(STRIP)).to_have_count(0)
        assert await companion.page.evaluate(everything) == with_strip


async def test_the_page_finds_neither_its_frame_nor_its_text(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        await button(page, "Tell the model").wait_for()
        assert await page.evaluate("[window.length, window.find('Tell the model')]") == [0, False]
        assert (
            await page.evaluate("document.body.parentElement.innerText.includes('Tell the model')") is False
        )


async def test_the_offer_is_not_read_as_a_part_of_the_chat(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        await button(companion.page, "Tell the model").wait_for()
        assert companion.block_texts() == []


async def test_it_steps_aside_while_the_page_draws_something_over_the_message_box(
    site: DemoSite, context: BrowserContext
) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        await button(page, "Tell the model").wait_for()
        await page.evaluate("""() => {
            const dialog = document.createElement("div");
            dialog.id = "cover";
            dialog.style.cssText = "position: fixed; inset: 0; background: #0008";
            document.body.append(dialog);
        }""")
        await expect(page.locator(f"{STRIP}.shown")).to_have_count(0)
        await page.evaluate("document.getElementById('cover').remove()")
        await expect(button(page, "Tell the model")).to_be_visible()


async def test_a_press_that_the_page_makes_does_not_count(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        tell = button(companion.page, "Tell the model")
        await in_sight(tell, READ)
        await tell.evaluate("(element) => element.click()")
        await press(button(companion.page, "Not in this chat"))
        await expect(companion.page.locator(STRIP)).to_have_count(0)
        assert await companion.page.locator(BOX).input_value() == ""


async def test_a_press_below_something_that_the_page_draws_there_does_not_count(
    site: DemoSite, context: BrowserContext
) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        tell = button(page, "Tell the model")
        await tell.wait_for()
        await page.evaluate("""() => {
            const cover = document.createElement("div");
            cover.style.cssText = "all: unset; position: fixed; inset: 0; background: #f008; pointer-events: none";
            document.documentElement.append(cover);
            cover.popover = "manual";
            cover.showPopover();
        }""")
        await tell.evaluate(IN_SIGHT, [False, READ])
        await page.mouse.click(*await middle_of(tell))
        await expect(in_strip(page, ".guard-note")).to_contain_text("Not done")
        assert await page.locator(BOX).input_value() == ""


async def test_a_keyboard_user_reaches_it(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        tell = button(page, "Tell the model")
        await tell.wait_for()
        await in_sight(tell, READ)
        await tab_to(page, tell)
        await page.keyboard.press("Enter")
        await expect(page.locator(BOX)).to_have_value(companion.instructions())


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_in_it(
    site: DemoSite, context: BrowserContext, axe: str, scheme: str
) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        await button(page, "Tell the model").wait_for()
        assert await violations(await frame_of(page), axe) == []
        await ask(companion)
        await in_strip(page, ".question-button").wait_for()
        assert await violations(await frame_of(page), axe) == []


async def frame_of(page: Page) -> Frame:
    frame = await (await page.locator(STRIP).element_handle()).content_frame()
    assert frame
    return frame


async def test_it_is_gone_when_overlay_ends(site: DemoSite, context: BrowserContext) -> None:
    async with told_before(site, context) as companion:
        page = companion.page
        await button(page, "Tell the model").wait_for()
    await expect(page.locator(STRIP)).to_have_count(0)
