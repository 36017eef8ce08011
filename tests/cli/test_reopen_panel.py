from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from playwright.async_api import BrowserContext, expect
from playwright.async_api import Error as PlaywrightError

from overlay.calls.event_stream import EventStream
from overlay.cli.reopen_panel import CLOSED, HERE, HINT, bring_back, within_reach
from overlay.ui.panel import PanelClosed
from overlay.ui.terminal.input import TypedLines
from tests.support.keyboard import Keyboard
from tests.support.scene import idle
from tests.ui.panel.room import room


class PlayedPanel:
    """A panel whose window comes and goes as the test says."""

    def __init__(self) -> None:
        self.events = EventStream()
        self.page: object | None = object()
        self.fault: Exception | None = None
        self.brought = asyncio.Event()

    def close(self) -> None:
        self.page = None
        self.events.publish(PanelClosed())

    async def bring_back(self) -> None:
        self.brought.set()
        if self.fault:
            raise self.fault
        self.page = object()


class Terminal:
    """A panel, the terminal of its run, and what was said there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.panel = PlayedPanel()
        self.keyboard = Keyboard()
        self.over = False
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.here(monkeypatch, True)
        self.task = asyncio.create_task(
            bring_back(
                cast("Any", self.panel),
                self.panel.events,
                self.said.put_nowait,
                lambda: self.over,
                lines=TypedLines(self.keyboard.read),
                pause=0,
            )
        )

    @staticmethod
    def here(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
        monkeypatch.setattr("overlay.cli.reopen_panel.at_terminal", lambda: there)
        monkeypatch.setattr("overlay.cli.reopen_panel.in_foreground", lambda: True)


@pytest.fixture
async def terminal(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Terminal]:
    terminal = Terminal(monkeypatch)
    await idle()
    yield terminal
    terminal.task.cancel()
    await asyncio.gather(terminal.task, return_exceptions=True)
    terminal.keyboard.type("")


async def test_a_closed_window_is_reported_and_other_input_gets_a_hint(terminal: Terminal) -> None:
    terminal.panel.close()
    assert await terminal.said.get() == CLOSED.format(HERE)
    terminal.keyboard.type("what\n")
    assert await terminal.said.get() == HINT
    assert not terminal.panel.brought.is_set()


async def test_p_and_enter_bring_the_window_back_each_time(terminal: Terminal) -> None:
    for _ in range(2):
        terminal.panel.brought.clear()
        terminal.panel.close()
        await terminal.said.get()
        terminal.keyboard.type(" P \n")
        await terminal.panel.brought.wait()


async def test_a_window_that_can_not_be_opened_says_why(terminal: Terminal) -> None:
    terminal.panel.fault = PlaywrightError("no browser")
    terminal.panel.close()
    await terminal.said.get()
    terminal.keyboard.type("p\n")
    assert await terminal.said.get() == "The panel could not be opened: no browser"


async def test_a_window_that_closes_with_the_browser_is_not_reported(terminal: Terminal) -> None:
    terminal.over = True
    terminal.panel.close()
    await idle()
    assert terminal.said.empty()


async def test_without_a_terminal_no_key_is_offered(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.here(monkeypatch, False)
    terminal.panel.close()
    assert await terminal.said.get() == CLOSED.format("")


async def test_no_key_is_read_after_the_end_of_the_input(terminal: Terminal) -> None:
    terminal.panel.close()
    await terminal.said.get()
    terminal.keyboard.type("")
    await asyncio.to_thread(terminal.keyboard.lines.join)
    await idle()
    assert terminal.said.empty()


async def test_without_a_panel_there_is_nothing_to_bring_back() -> None:
    async with within_reach(None, EventStream(), lambda: False):
        pass


async def test_a_closed_panel_window_opens_again(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    monkeypatch.setattr("click.echo", lambda line, err: said.put_nowait(line))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    async with room(context) as here, within_reach(here.panel, here.scene.events, lambda: False, pause=0):
        await idle()
        await here.page.close()
        assert (await said.get()).startswith("overlay's window is gone")
        await here.panel.bring_back()
        await expect(here.page.get_by_role("heading", name="overlay")).to_be_visible()
