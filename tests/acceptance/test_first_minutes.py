"""The steps of a new user, from the first `overlay` to a tool's first result in the chat, in real windows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.async_api import Locator, expect

from overlay.calls.events import Event
from overlay.cli import first_start, launch, launched_companion, main
from overlay.companion.companion import Companion
from overlay.tools.mcp import config_locations
from overlay.tools.mcp.config_locations import Place
from tests.acceptance.honest import READ
from tests.acceptance.test_panel_window import browser_of_the_run
from tests.injected.stage import in_sight
from tests.support.faces import in_face, middle_of
from tests.support.screens import screen

__all__ = ["browser_of_the_run"]
pytestmark = pytest.mark.browser
PATIENCE = 60_000
"""Milliseconds for the first windows of a browser to be there."""


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user's screen."""
    with asyncio.Runner() as runner:
        place = screen(1920, 1080)
        monkeypatch.setenv("DISPLAY", runner.run(place.__aenter__()))
        yield
        runner.run(place.__aexit__(None, None, None))


def no_places(_: Path) -> list[Place]:
    """No other program has servers."""
    return []


class NewUser:
    """Presses what a new user presses; `steps` says what, in order. The first two are in the terminal."""

    def __init__(self) -> None:
        self.steps = ["type overlay", "Enter"]
        self.result = ""

    async def click(self, what: str, target: Locator) -> None:
        """Click it with the mouse, once it is in plain sight."""
        await target.wait_for(timeout=PATIENCE)
        await in_sight(target, READ)
        await target.page.mouse.click(*await middle_of(target))
        self.steps.append(f"click {what}")

    async def go_on(self, companion: Companion) -> None:
        """Do the rest in the windows."""
        assert companion.panel
        assert companion.panel.page
        panel, chat = companion.panel.page, companion.page
        await self.click("Tell the model", panel.get_by_role("button", name="Tell the model about your"))
        await expect(chat.locator("#composer")).to_have_value(re.compile("current_time"), timeout=PATIENCE)
        await self.click("Send", chat.locator('[data-testid="send"]'))
        await self.click("Execute", in_face(chat, ".execute-button"))
        result = in_face(chat, ".function-block[data-status=done] .result-value")
        await result.wait_for(timeout=PATIENCE)
        self.result = await result.inner_text()


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> NewUser:
    """A user to whom the bundled chat is suggested, in place of one that needs a network and an account."""
    user, stay, make = NewUser(), launch.run_until_closed, Companion

    async def used(
        companion: Companion,
        show: Callable[[Event], None],
        until: Callable[[Companion], Coroutine[Any, Any, None]],
        pause: Callable[[], None],
    ) -> None:
        async def go_on(opened: Companion) -> None:
            running = asyncio.create_task(until(opened))
            await user.go_on(opened)
            running.cancel()

        await stay(companion, show, go_on, pause)

    monkeypatch.setattr(launched_companion, "Companion", partial(make, inspectable=True))
    monkeypatch.setattr(launch, "run_until_closed", used)
    monkeypatch.setattr(first_start, "FIRST_SITE", "demo")
    monkeypatch.setattr(first_start, "at_terminal", lambda: True)
    monkeypatch.setattr(config_locations, "usual_places", no_places)
    return user


@pytest.mark.usefixtures("display", "browser_of_the_run")
def test_five_steps_lead_to_the_first_result_four_of_them_a_click_or_enter(user: NewUser) -> None:
    ended = CliRunner().invoke(main, [], input="\n")
    assert ended.exit_code == 0, ended.output
    assert user.steps == ["type overlay", "Enter", "click Tell the model", "click Send", "click Execute"]
    assert user.result
