"""A page of a thousand calls: few frames, wherever it is scrolled to."""

from __future__ import annotations

from playwright.async_api import BrowserContext, expect

from tests.injected.calls import xml
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

CALLS = 1000
STOPS = 12
MOST = 16


async def test_a_thousand_calls_have_at_most_sixteen_frames_wherever_it_is_scrolled(
    context: BrowserContext, pages: PageSite
) -> None:
    turns = "".join(
        f"<div data-turn=assistant><pre><code>{xml('look', f'c{number}', zebra='z').replace('<', '&lt;')}</code></pre></div>"
        for number in range(CALLS)
    )
    counts: list[int] = []
    async with Stage(context, pages.add(f"<!doctype html><meta charset=utf-8><body>{turns}</body>")) as stage:
        await stage.until("ready", CALLS)
        for stop in range(STOPS + 1):
            await stage.page.evaluate(
                "(part) => scrollTo({ top: part * document.documentElement.scrollHeight, behavior: 'instant' })",
                stop / STOPS,
            )
            shown = stage.page.locator("iframe.face:not(.waiting)")
            await expect(shown.first).to_be_visible()
            counts.append(await stage.page.locator("iframe").count())
        assert max(counts) <= MOST
