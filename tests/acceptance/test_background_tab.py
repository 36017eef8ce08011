"""A chat in a tab that its window does not show, in a browser with a profile: others have no tabs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from overlay import Companion
from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.demo.script import Said, Script
from overlay.demo.server import DemoSite
from overlay.tools import tool
from tests.companion.test_companion import DEMO
from tests.support.scene import call

pytestmark = pytest.mark.browser
BEGINNING, END = f"Here:\n\n```xml\n{call('look')}```\n".split("</invoke>")


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await holds():  # noqa: ASYNC110 - a condition without an event
            await asyncio.sleep(0.05)


def watched(events: asyncio.Queue[Any]) -> Iterator[Said]:
    """Say a call whose end comes after overlay has found its beginning: a hidden tab is read once a second."""
    yield Said(BEGINNING)
    while events.empty() or events.get_nowait().kind != "detected":
        yield Said("\n", rate=20)
    yield Said(f"</invoke>{END}")


async def test_a_call_in_a_background_tab_does_not_run_until_the_user_shows_the_tab(
    window_browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []

    @tool(read_only=True)
    def look() -> str:
        """Looks."""
        ran.append("look")
        return "seen"

    async def has(*statuses: str) -> bool:
        return any(block.status in statuses for block in await companion.blocks())

    def ensure(browser: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return window_browser

    monkeypatch.setattr(browser_context, "ensure_browser", ensure)
    config = {"policy": {"auto_execute": ["*"], "delay": 0}}
    async with (
        DemoSite(script=Script(lambda _: watched(events))) as site,
        Companion(
            site.url, tools=[look], profile=DEMO, headless=True, profile_dir=tmp_path / "p", config=config
        ) as companion,
    ):
        chat, events = companion.page, companion.listen()
        other = await companion.context.new_page()
        await other.bring_to_front()
        await chat.fill("#composer", "Look!")
        await chat.evaluate("document.querySelector('[data-testid=send]').click()")
        await until(lambda: has("ready", "done"))
        [note] = [block.note for block in await companion.blocks() if block.kind == "call"]
        assert "this block is not in view" in note
        assert ran == []
        await chat.bring_to_front()
        await until(lambda: has("done"))
        assert ran == ["look"]
