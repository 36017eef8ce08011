"""A user points at the parts of a chat that no profile knows, with a mouse; overlay finds selectors that fit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import BrowserContext

from overlay.common.errors import CheckFailed
from overlay.sites.check import check
from overlay.sites.learn.guide import guided
from overlay.sites.learn.lesson import SENT, Learned, teach
from overlay.sites.learn.profile_text import learned_profile
from overlay.sites.loader import parse_profile
from tests.injected.pages import PageSite
from tests.injected.stage import Stage
from tests.sites.learn.chats import ALIKE, HASHED, UTILITIES
from tests.sites.learn.user import User
from tests.support.effort import corners

AUTO = {"policy": {"auto_execute": ["look"], "delay": 0}, "returns": {"auto_insert": True}}

PARTS = {
    "hashed": (HASHED, ("p", "p", "textarea", "[data-go]")),
    "utilities": (UTILITIES, (".rounded-xl", ".rounded-xl", "[contenteditable]", "[data-go]")),
    "alike": (ALIKE, ("li", "li", "textarea", "")),
}


@pytest.fixture
async def pages() -> AsyncIterator[PageSite]:
    async with PageSite() as site:
        yield site


async def lesson(context: BrowserContext, pages: PageSite, kind: str) -> tuple[Learned, User, str]:
    html, parts = PARTS[kind]
    page = await context.new_page()
    url = pages.add(html)
    await page.goto(url)
    user = User(page, await context.new_cdp_session(page))
    learned, _ = await asyncio.gather(teach(page, url, user.say), user.follow(*parts))
    return learned, user, url


FOUND = {
    "hashed": {
        "user": '[class*="Row_mine"]',
        "assistant": '[class*="Row_reply"]',
        "streaming": '[class*="Composer_stop"]',
        "composer": '[class*="Composer_input"]',
        "kind": "textarea",
        "send": '[class*="Composer_submit"]',
        "message_id": "data-id",
        "turn": '[class*="Row_row"]',
        "conversation": "/chat/([0-9a-f-]{36})",
    },
    "utilities": {
        "user": '[class~="justify-end"]',
        "assistant": '#log > div:not([class~="justify-end"])',
        "streaming": 'button[aria-label="Stop generating"]',
        "composer": 'div[role="textbox"]',
        "kind": "contenteditable",
        "send": 'button[aria-label="Send"]',
    },
    "alike": {
        "user": ".message:has(.avatar-user)",
        "assistant": ".message:has(.avatar-logo)",
        "streaming": '[aria-busy="true"]',
        "composer": 'textarea[name="q"]',
        "kind": "textarea",
        "conversation": r"#c=(\d+)",
    },
}


@pytest.mark.parametrize("kind", corners(PARTS, "hashed"))
async def test_a_chat_is_learned_by_clicks_and_its_calls_run_automatically_then(
    context: BrowserContext, pages: PageSite, kind: str
) -> None:
    learned, user, url = await lesson(context, pages, kind)
    assert learned.fields == FOUND[kind]
    profile = parse_profile(learned_profile(learned, "learned", url, None), "learned.toml")
    assert (await check(user.page, profile)).failed == []
    await user.page.close()
    async with Stage(context, url, profile=profile, config=AUTO) as stage:
        await stage.page.locator(PARTS[kind][1][2]).click()
        await stage.page.keyboard.type("Use a tool")
        await stage.page.keyboard.press("Enter")
        await stage.until("inserted")
        assert stage.tools.runs == [{"zebra": "1", "gnu": ""}]


async def test_a_cancelled_lesson_leaves_the_page_as_it_was(context: BrowserContext, pages: PageSite) -> None:
    page = await context.new_page()
    await page.goto(pages.add(ALIKE))
    before = await page.content()
    user = User(page, await context.new_cdp_session(page))

    async def cancel() -> None:
        await user.asked_for(SENT)
        await user.press("cancel")

    with pytest.raises(CheckFailed, match="no profile was written"):
        await asyncio.gather(teach(page, page.url, user.say), cancel())
    assert await page.content() == before


@pytest.mark.thorough
async def test_a_bar_that_covers_the_chat_can_be_moved_while_something_is_pointed_at(
    context: BrowserContext, pages: PageSite
) -> None:
    page = await context.new_page()
    await page.goto(pages.add(ALIKE))
    async with guided(page) as guide:
        user = User(page, await context.new_cdp_session(page))
        user.say("Click it.")
        await user.asked_for("Click it.")
        pick = asyncio.create_task(guide.pick("1 of 1", "Click it.", [("cancel", "Cancel")]))
        top = (await user.middle_of("move"))[1]
        await user.press("move")
        await user.until_moved("move", top)
        await user.press("cancel")
        assert await pick == "cancel"
