"""Another program's session with the page ends, as when the user closes the developer tools."""

from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Page, expect

from observers.cdp import call
from overlay import Companion
from overlay.demo.server import DemoSite
from tests.companion.test_companion import DEMO, fence, say
from tests.support.scene import call as call_text


async def open_and_close_tools(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    await call(session, "Runtime.enable")
    await session.detach()


@pytest.mark.thorough
async def test_the_next_block_is_drawn_in_its_frame_after_each_of_several_sessions(
    site: DemoSite, context: BrowserContext
) -> None:
    async with Companion(site.url, context=context, profile=DEMO, inspectable=True) as companion:
        # All blocks are in view: one that is far from it gives its frame to another.
        await companion.page.set_viewport_size({"width": 1280, "height": 2400})
        for number in range(1, 3):
            await open_and_close_tools(companion.page)
            await say(companion, fence(call_text("look")))
            await expect(companion.page.locator("iframe.face:not(.waiting)")).to_have_count(number)
