"""The plug-in's fixtures for live pages; pytest loads them in this run too, since overlay is installed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, Route

from overlay.companion.companion import Companion
from overlay.tools import tool
from tests.support.scene import call

Start = Callable[..., Awaitable[Companion]]


@tool
def look(path: str) -> str:
    """Looks into a folder."""
    return path


async def test_the_blocks_of_a_live_page_can_be_asserted(
    companion: Start, chat_page: Page, assert_blocks: Any
) -> None:
    chat = await companion(chat_page)
    await chat.page.locator("#composer").fill("hello")
    await chat.page.keyboard.press("Enter")
    await assert_blocks(chat, ["current_time"], timeout=60)


async def test_no_blocks_are_not_the_blocks_of_a_page_that_was_closed(
    companion: Start, chat_page: Page, assert_blocks: Any
) -> None:
    chat = await companion(chat_page)
    await chat_page.close()
    with pytest.raises(AssertionError, match="the page is closed"):
        await assert_blocks(chat, [])


@pytest.mark.thorough  # tests/acceptance/test_long_history.py has a headless run that reads all
async def test_a_long_live_chat_is_read_whole(
    companion: Start, context: BrowserContext, assert_blocks: Any
) -> None:
    calls = [call("look", path=str(number)).replace("<", "&lt;") for number in range(150)]
    turns = "".join(f"<div data-turn=assistant><pre>{text}</pre></div>" for text in calls)

    async def answer(route: Route) -> None:
        await route.fulfill(content_type="text/html", body=f"<!doctype html>{turns}")

    await context.route("http://127.0.0.1:9/", answer)
    chat = await companion("http://127.0.0.1:9/", tools=[look])
    await assert_blocks(chat, ["look"] * 150, timeout=60)
