"""The same five servers, called by the text that a model prints in a chat."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from playwright.async_api import BrowserContext, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.approvals import Answer, Question
from overlay.companion.companion import Companion
from overlay.demo.script import Script
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from tests.injected.calls import xml
from tests.support.faces import in_face

from .test_real_servers import Real, real

__all__ = ["real"]
pytestmark = [
    pytest.mark.servers,
    # test_real_servers.py calls the same servers in each run, without a browser.
    pytest.mark.thorough,
    pytest.mark.timeout(600),
]


class Talk:
    """A user of the demo chat with overlay, who allows each call once when asked."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.page = companion.page

    async def ask(self) -> None:
        await self.page.locator("#composer").fill("go")
        await self.page.locator('[data-testid="send"]').click()
        await expect(self.page.locator('[data-testid="stop"]')).to_have_count(0)

    async def execute(self, number: int) -> None:
        """Click until the block accepts the click, as a user does who reads the reason."""
        [block] = [block for block in await self.companion.blocks() if block.call_id == f"c{number}"]
        status = in_face(self.page, ".status", number)
        while await status.inner_text() == "":
            await self.companion.click(block.id)
            await self.page.wait_for_load_state()


async def talking(real: Real, context: BrowserContext, *calls: str) -> AsyncIterator[Talk]:
    async def allow(question: Question) -> Answer:
        return Answer("once")

    answer = "\n\n".join(f"```xml\n{call}\n```" for call in calls)
    async with (
        DemoSite(script=Script.fixed([answer])) as site,
        Companion(
            site.url,
            context=context,
            registry=real.registry,
            profile=load_profiles()["demo"],
            approve=allow,
            inspectable=True,
            config={"fail_open": 20, "returns": {"auto_insert": True}},
        ) as companion,
    ):
        yield Talk(companion)


async def test_a_tool_of_each_server_runs_from_the_chat_and_the_results_go_back_together(
    real: Real, context: BrowserContext
) -> None:
    calls = [
        xml("everything.echo", "c0", message="hi"),
        xml("filesystem.list_directory", "c1", path=str(real.files)),
        xml("memory.read_graph", "c2"),
        xml("time.convert_time", "c3", source_timezone="UTC", time="12:00", target_timezone="Asia/Tokyo"),
        xml("git.git_log", "c4", repo_path=str(real.files)),
    ]
    async for talk in talking(real, context, *calls):
        await talk.ask()
        for number in range(5):
            await talk.execute(number)
        composer = talk.page.locator("#composer")
        for number, word in enumerate(("Echo: hi", "a.txt", "entities", "21:00", "first words")):
            await expect(in_face(talk.page, ".function-result", number)).to_contain_text(word)
            await expect(composer).to_have_value(re.compile(word))


async def test_progress_is_seen_in_the_block_and_cancel_stops_the_servers_call(
    real: Real, context: BrowserContext
) -> None:
    call = xml("everything.trigger-long-running-operation", "c0", duration="60", steps="600")
    async for talk in talking(real, context, call):
        await talk.ask()
        await talk.execute(0)
        await expect(in_face(talk.page, ".note")).to_contain_text("%")
        cancel = in_face(talk.page, ".cancel-button")
        await cancel.scroll_into_view_if_needed()
        # The browser drops a press on a frame that has just moved; a person clicks again.
        async with asyncio.timeout(20):
            while await cancel.count():
                await talk.page.evaluate("new Promise((go) => setTimeout(go, 700))")
                with suppress(PlaywrightError):
                    await cancel.click(timeout=1000)
        await expect(in_face(talk.page, ".status")).to_contain_text("Cancelled")
        await expect(in_face(talk.page, ".function-result")).to_contain_text("stopped by the user")
