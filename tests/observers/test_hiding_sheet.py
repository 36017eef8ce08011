from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import BrowserContext, CDPSession, Error, Page

from observers.cdp import call
from observers.hiding_sheet import Hider
from tests.injected.pages import STRICT, PageSite

BODY = "<!doctype html><title>t</title><p id=a>a</p><i data-m></i><p id=b>b</p><p id=c>c</p>"


async def frame_of(session: CDPSession) -> str:
    tree = await call(session, "Page.getFrameTree")
    return tree["frameTree"]["frame"]["id"]


@pytest.fixture
async def hidden(context: BrowserContext, pages: PageSite) -> Page:
    """A page under a strict policy with the hiding rule."""
    page = await context.new_page()
    await page.goto(pages.add(BODY, csp=STRICT))
    session = await context.new_cdp_session(page)
    await Hider(session, "data-m").hide_in(await frame_of(session), within=30)
    return page


async def seen(page: Page) -> list[bool]:
    return [await page.locator(place).is_visible() for place in ("#a", "#b", "#c")]


async def test_only_what_follows_a_mark_is_hidden_also_where_the_mark_comes_later(hidden: Page) -> None:
    assert await seen(hidden) == [True, False, True]
    await hidden.evaluate(
        "document.getElementById('c').before(document.querySelector('[data-m]').cloneNode())"
    )
    assert await seen(hidden) == [True, False, False]


@pytest.mark.thorough
async def test_nothing_is_hidden_after_the_hiding_rule_was_removed(
    context: BrowserContext, pages: PageSite
) -> None:
    page = await context.new_page()
    await page.goto(pages.add(BODY, csp=STRICT))
    session = await context.new_cdp_session(page)
    hider = Hider(session, "data-m")
    await hider.hide_in(await frame_of(session), within=30)
    await hider.clear(await frame_of(session), within=30)
    assert await page.locator("#b").is_visible()


async def test_the_page_sees_no_sheet(hidden: Page) -> None:
    sheets = (
        "[document.styleSheets.length, document.adoptedStyleSheets.length, document.head.childElementCount]"
    )
    assert await hidden.evaluate(sheets) == [0, 0, 1]


@pytest.mark.thorough
async def test_no_rule_of_the_page_overrides_the_hiding_rule(hidden: Page) -> None:
    await hidden.evaluate("document.getElementById('b').style.setProperty('display', 'block')")
    assert not await hidden.locator("#b").is_visible()


async def test_an_element_that_a_site_fades_is_shown_clearly_if_it_contains_a_block(
    context: BrowserContext, pages: PageSite
) -> None:
    page = await context.new_page()
    await page.goto(pages.add("<p class=f id=a><i data-m></i><b>a</b></p><p class=f id=b></p>"))
    await page.add_style_tag(content=".f { opacity: .8 }")
    session = await context.new_cdp_session(page)
    await Hider(session, "data-m").hide_in(await frame_of(session), within=30, faded=".f, .g")
    opacity = "[a, b].map((element) => getComputedStyle(element).opacity)"
    assert await page.evaluate(opacity) == ["1", "0.8"]


@pytest.mark.thorough
async def test_the_next_document_has_no_hiding_rule(hidden: Page) -> None:
    await hidden.reload()
    assert await hidden.locator("#b").is_visible()


async def test_a_frame_that_is_not_there_is_an_error(context: BrowserContext) -> None:
    session = await context.new_cdp_session(await context.new_page())
    with pytest.raises(Error):
        await Hider(session, "data-m").hide_in("nowhere", within=30)


@pytest.mark.thorough
async def test_frames_of_one_session_are_hidden_in_one_after_the_other(
    context: BrowserContext, pages: PageSite
) -> None:
    page = await context.new_page()
    inner = pages.add(BODY)
    await page.goto(pages.add(BODY + f"<iframe src={inner}></iframe>"))
    session = await context.new_cdp_session(page)
    tree = (await call(session, "Page.getFrameTree"))["frameTree"]
    frames = [tree["frame"]["id"], tree["childFrames"][0]["frame"]["id"]]
    hider = Hider(session, "data-m")
    await asyncio.gather(*(hider.hide_in(frame, within=30) for frame in frames * 5))
    assert [await frame.locator("#b").is_visible() for frame in page.frames] == [False, False]
