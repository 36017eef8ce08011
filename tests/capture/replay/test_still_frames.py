from __future__ import annotations

from playwright.async_api import Browser

from overlay.capture.replay.still_frames import frames


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
