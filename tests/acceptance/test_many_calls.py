"""A page of many calls: few frames, wherever it is scrolled to, and no more than are needed."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, expect

from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

CALLS = 500
STOPS = 8
MOST = 16


FARTHEST = """() => Math.max(...[...document.querySelectorAll("main > div > div")]
    .filter(({ shadowRoot }) => shadowRoot?.querySelector("iframe.face:not(.waiting)"))
    .map((host) => host.getBoundingClientRect().top - innerHeight))"""
ALL_IN_VIEW = """() => [...document.querySelectorAll("main > div > div")]
    .every((host) => host.getBoundingClientRect().top > innerHeight || host.shadowRoot?.querySelector("iframe.face:not(.waiting)"))"""


def chat_of(calls: int) -> str:
    """A page of so many messages, each of one call."""
    turns = "".join(
        f"<div data-turn=assistant><pre><code>{xml('look', f'c{number}', zebra='z').replace('<', '&lt;')}</code></pre></div>"
        for number in range(calls)
    )
    return f"<!doctype html><meta charset=utf-8><body><main>{turns}</main></body>"


@pytest.mark.thorough  # failed once on a busy machine: frames out of view were there already
async def test_blocks_in_view_have_frames_and_those_out_of_view_only_once_the_user_does_something(
    context: BrowserContext, pages: PageSite
) -> None:
    async with Stage(context, pages.add(chat_of(60))) as stage:
        await stage.until("ready", 60)
        await stage.page.wait_for_function(ALL_IN_VIEW)
        assert await stage.page.evaluate(FARTHEST) <= 0
        await stage.page.evaluate("scrollBy({ top: 250, behavior: 'instant' })")
        await stage.page.wait_for_function(ALL_IN_VIEW)
        await stage.page.mouse.move(100, 100)
        await stage.page.wait_for_function(f"() => ({FARTHEST})() > 200")


@pytest.mark.thorough
async def test_a_page_of_many_calls_has_at_most_sixteen_frames_wherever_it_is_scrolled(
    context: BrowserContext, pages: PageSite
) -> None:
    counts: list[int] = []
    async with Stage(context, pages.add(chat_of(CALLS))) as stage:
        await stage.until("ready")
        for stop in range(STOPS + 1):
            await stage.page.evaluate(
                "(part) => scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' })",
                stop / STOPS,
            )
            shown = stage.page.locator("iframe.face:not(.waiting)")
            await expect(shown.first).to_be_visible()
            counts.append(await stage.page.locator("iframe").count())
        assert max(counts) <= MOST
