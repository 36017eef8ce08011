"""The strip near the message box: what it says, where it is, and what a press on it does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal

import pytest
from playwright.async_api import Browser, BrowserContext, FloatRect, Frame, Locator, Page, expect

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
from tests.support.faces import faces, in_face, middle_of
from tests.support.scene import call

__all__ = ["axe"]
pytestmark = pytest.mark.browser
STRIP = "iframe.strip"
BOX = "#composer"
SIZES = [(1440, 900), (768, 600), (320, 640)]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def companion_at(site: DemoSite, context: BrowserContext) -> Companion:
    @tool(destructive=True)
    def wipe(what: str) -> str:
        """Deletes."""
        return "gone"

    config = {"fail_open": 20}
    return Companion(
        site.url, context=context, tools=[wipe], profile=DEMO, inspectable=True, panel=True, config=config
    )


def tell(companion: Companion) -> None:
    """From now on, the model of this site counts as one that got the instructions in another chat."""
    companion._run.opened._sites.add(origin_of(companion.url))  # pyright: ignore[reportPrivateUsage]


@pytest.fixture(scope="module")
async def one_companion(browser: Browser, site: DemoSite) -> AsyncIterator[Companion]:
    """One companion for all tests of the file, beside a site whose model got the instructions in another chat."""
    context = await browser.new_context()
    async with companion_at(site, context) as companion:
        tell(companion)
        yield companion
    await context.close()


@pytest.fixture
async def offered(one_companion: Companion) -> Companion:
    """A companion on a new chat, which has the offer."""
    await one_companion.page.goto(one_companion.url)
    await button(one_companion.page, "Tell the model about your 1 tool").wait_for()
    return one_companion


def in_strip(page: Page, selector: str) -> Locator:
    return page.frame_locator(f"{STRIP}.shown").locator(selector)


def button(page: Page, name: str) -> Locator:
    return page.frame_locator(f"{STRIP}.shown").get_by_role("button", name=name)


async def press(target: Locator) -> None:
    """Click with the mouse, once the target has been in plain sight for a while."""
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


async def frame_of(page: Page) -> Frame:
    frame = await (await page.locator(STRIP).element_handle()).content_frame()
    assert frame
    return frame


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


async def test_a_press_on_the_offer_writes_the_instructions_and_sends_nothing(offered: Companion) -> None:
    page = offered.page
    await press(button(page, "Tell the model"))
    await expect(page.locator(BOX)).to_have_value(offered.instructions())
    await expect(page.locator(STRIP)).to_have_count(0)
    assert await page.locator("[data-turn]").count() == 0


@pytest.mark.thorough
async def test_a_keyboard_user_reaches_the_offer(offered: Companion) -> None:
    await tab_to(offered.page, button(offered.page, "Tell the model"))
    await offered.page.keyboard.press("Enter")
    await expect(offered.page.locator(BOX)).to_have_value(offered.instructions())


EVERYTHING = """[...document.querySelectorAll("body *")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.tagName, x, y, width, height].join();
})"""


@pytest.mark.thorough
async def test_an_offer_that_comes_and_is_dismissed_moves_nothing_and_is_no_part_of_the_chat(
    offered: Companion,
) -> None:
    page = offered.page
    with_strip = await page.evaluate(EVERYTHING)
    assert await page.evaluate("[window.length, window.find('Tell the model')]") == [0, False]
    assert await page.evaluate("document.documentElement.innerText.includes('Tell the model')") is False
    assert offered.block_texts() == []
    await press(button(page, "Not in this chat"))
    await expect(page.locator(STRIP)).to_have_count(0)
    assert await page.locator(BOX).input_value() == ""
    assert await page.evaluate(EVERYTHING) == with_strip


@pytest.mark.thorough
async def test_the_offer_is_hidden_while_the_page_draws_something_over_the_message_box(
    offered: Companion,
) -> None:
    page = offered.page
    await page.evaluate("""() => {
        const dialog = document.createElement("div");
        dialog.id = "cover";
        dialog.style.cssText = "position: fixed; inset: 0; background: #0008";
        document.body.append(dialog);
    }""")
    await expect(page.locator(f"{STRIP}.shown")).to_have_count(0)
    await page.evaluate("document.getElementById('cover').remove()")
    await expect(button(page, "Tell the model")).to_be_visible()


COVER = """() => {
    const cover = document.createElement("div");
    cover.style.cssText = "all: unset; position: fixed; inset: 0; background: #f008; pointer-events: none";
    document.documentElement.append(cover);
    cover.popover = "manual";
    cover.showPopover();
}"""


async def test_a_press_on_the_offer_that_the_page_makes_or_covers_does_not_count(offered: Companion) -> None:
    page = offered.page
    offer = button(page, "Tell the model")
    await in_sight(offer, READ)
    await offer.evaluate("(element) => element.click()")
    await page.evaluate(COVER)
    await offer.evaluate(IN_SIGHT, [False, READ])
    await page.mouse.click(*await middle_of(offer))
    await expect(in_strip(page, ".guard-note")).to_contain_text("Not done")
    assert await page.locator(BOX).input_value() == ""
    # The control: the same press counts once nothing covers the offer.
    await page.evaluate("document.querySelectorAll('[popover]').forEach((each) => each.remove())")
    await press(offer)
    await expect(page.locator(BOX)).to_have_value(offered.instructions())


@pytest.mark.thorough
async def test_axe_finds_nothing_in_the_offer(offered: Companion, axe: str) -> None:
    found: dict[str, list[str]] = {}
    for scheme in SCHEMES:
        await offered.page.emulate_media(color_scheme=scheme)
        found[scheme] = await violations(await frame_of(offered.page), axe)
    assert found == {scheme: [] for scheme in SCHEMES}


@pytest.mark.thorough
async def test_a_question_that_waits_has_a_strip_that_covers_nothing_and_opens_the_panel_without_an_answer(
    offered: Companion, axe: str
) -> None:
    page = offered.page
    panel = await ask(offered)  # the first message, with which the offer goes
    await expect(in_strip(page, ".strip-words")).to_have_text("1 question waits")
    faults: dict[str, Any] = {}
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await in_sight(in_strip(page, ".question-button"), 200)  # it has come to its new place
        strip = await box_of(page.locator(STRIP))
        others = [page.locator(BOX), page.locator('[data-testid="send"]'), *await faces(page).all()]
        if any([overlap(strip, await box_of(other)) for other in others]):
            faults[f"{width}: covers"] = strip
        if strip["x"] < 0 or strip["x"] + strip["width"] > width:
            faults[f"{width}: outside"] = strip
    for scheme in SCHEMES:
        await page.emulate_media(color_scheme=scheme)
        if found := await violations(await frame_of(page), axe):
            faults[scheme] = found
    assert faults == {}
    assert await page.evaluate("document.visibilityState") == "visible"
    await press(button(page, "Show the question"))
    await panel.wait_for_function("document.hasFocus()")
    await expect(panel.get_by_role("article")).to_contain_text("disk")
    await expect(in_face(page, ".question-button")).to_be_visible()
    await panel.get_by_role("button", name="Deny").click()
    await expect(page.locator(STRIP)).to_have_count(0)


async def test_a_site_that_was_never_told_has_no_strip_and_one_that_was_has_it_until_overlay_ends(
    site: DemoSite, context: BrowserContext
) -> None:
    async with companion_at(site, context) as companion:
        page = companion.page
        await companion.blocks()
        assert await page.locator(STRIP).count() == 0
        tell(companion)
        await page.goto(site.url)
        await button(page, "Tell the model").wait_for()
    await expect(page.locator(STRIP)).to_have_count(0)
