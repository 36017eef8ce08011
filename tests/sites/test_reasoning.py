"""Calls that run automatically on a page where the user allowed the tool, and calls that never do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from overlay.companion.companion import Companion
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from overlay.tools import tool
from tests.injected.pages import PageSite

AUTO: dict[str, Any] = {"policy": {"auto_execute": ["*"], "delay": 0}, "fail_open": 20}
SITE = SiteProfile(
    name="x",
    title="X",
    user='[data-role="user"]',
    assistant='[data-role="assistant"]',
    reasoning=".thought",
    streaming='[data-testid="stop"]',
)
PAGE = "<textarea></textarea><div id=chat></div>"
HEAD, REST = '<tool:note>{"text": ', '"TEXT"}</tool>'
BEGIN = """([head, thinks]) => {
    document.getElementById('chat').innerHTML = '<i data-testid=stop></i><div data-role=assistant><div id=in>'
        + '<p>Now:</p><pre><code id=code></code></pre></div></div>';
    if (thinks) document.getElementById('in').className = 'thought';
    document.getElementById('code').append(head);
}"""
GROW = """([rest, thinks]) => {
    if (thinks) document.getElementById('in').className = 'thought';
    document.getElementById('code').append(rest);
}"""
END = "() => document.querySelector('[data-testid=stop]').remove()"


class Talk:
    """A page on which a model writes one call in two pieces; `ran` is what the tool was called with."""

    def __init__(self, companion: Companion, ran: list[str]) -> None:
        self.companion = companion
        self.ran = ran

    async def settled(self) -> None:
        for _ in range(3):
            await self.companion.page.evaluate(
                "new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))"
            )
            await self.companion.blocks()

    async def call(self, text: str, *, thinks: bool = False, late: bool = False) -> None:
        page, told = self.companion.page, self.companion.listen()
        await page.evaluate(BEGIN, [HEAD, thinks and not late])
        await self.settled()
        await page.evaluate(GROW, [REST.replace("TEXT", text), thinks])
        await self.settled()
        await page.evaluate(END)
        async with asyncio.timeout(20):
            while (event := await told.get()) and event.kind not in ("ready", "done"):
                pass
        await self.settled()


@asynccontextmanager
async def talk(context: BrowserContext, site: SiteProfile) -> AsyncGenerator[Talk]:
    ran: list[str] = []

    @tool
    def note(text: str = "") -> str:
        """Keeps a text."""
        ran.append(text)
        return text

    async with (
        PageSite() as pages,
        Companion(pages.add(PAGE), context=context, tools=[note], profile=site, config=AUTO) as companion,
    ):
        made = Talk(companion, ran)
        await made.settled()
        yield made


async def test_a_call_in_an_answer_runs_automatically_where_that_is_allowed(context: BrowserContext) -> None:
    async with talk(context, SITE) as chat:
        await chat.call("said")
        async with asyncio.timeout(60):
            while not chat.ran:  # a call that was not drawn yet when its countdown ended is looked at again
                await chat.companion.blocks()
        assert chat.ran == ["said"]


async def test_a_call_in_the_models_reasoning_never_runs_automatically(context: BrowserContext) -> None:
    async with talk(context, SITE) as chat:
        await chat.call("thought", thinks=True)
        assert chat.ran == []
        (block,) = await chat.companion.blocks()
        assert (block.role, block.status) == ("reasoning", "ready")


async def test_a_call_that_turns_out_to_be_thought_while_it_is_written_does_not_run(
    context: BrowserContext,
) -> None:
    async with talk(context, SITE) as chat:
        await chat.call("thought", thinks=True, late=True)
        assert chat.ran == []


@pytest.mark.thorough  # tests/policy/test_auto_run_rules.py has it without a browser.
async def test_a_call_on_a_page_that_no_profile_knows_does_not_run(context: BrowserContext) -> None:
    async with talk(context, load_profiles()["generic"]) as chat:
        await chat.call("said")
        assert chat.ran == []
        (block,) = await chat.companion.blocks()
        assert (block.role, block.status) == ("unknown", "ready")
