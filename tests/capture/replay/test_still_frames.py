from __future__ import annotations

import pytest
from playwright.async_api import Browser, CDPSession
from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from overlay.capture.replay import still_frames
from overlay.capture.replay.still_frames import draws_on_demand, frames


async def test_a_page_of_a_replay_is_drawn_only_while_a_picture_is_taken(
    replay_browser: Browser,
) -> None:
    page = await replay_browser.new_page()
    await page.evaluate("requestAnimationFrame(() => { document.title = 'drawn'; })")
    # Long enough for several frames of a browser that draws by itself.
    for _ in range(100):
        assert await page.title() == ""
    async with frames(page):
        await page.wait_for_function("document.title === 'drawn'", polling=10)
    await page.close()


async def test_a_frame_that_is_refused_since_another_one_is_drawn_is_asked_for_again(
    replay_browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = ["Protocol error (HeadlessExperimental.beginFrame): Another frame is pending"] * 3

    async def asked(session: CDPSession, method: str) -> object:
        if refused:
            raise PlaywrightError(refused.pop())
        return await call(session, method)

    monkeypatch.setattr(still_frames, "call", asked)
    page = await replay_browser.new_page()
    async with frames(page):
        await page.evaluate("requestAnimationFrame(() => { document.title = 'drawn'; })")
        await page.wait_for_function("document.title === 'drawn'", polling=10, timeout=10_000)
    assert refused == []
    await page.close()


async def test_only_a_browser_that_obeys_the_switches_draws_on_demand(
    replay_browser: Browser, browser: Browser
) -> None:
    assert await draws_on_demand(replay_browser)
    assert not await draws_on_demand(browser)
