"""The desktop's notification while a question waits."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext

from overlay.companion.config import Config
from overlay.companion.run_settings import show_settings
from overlay.ui.panel.notifications import Notifications
from overlay.ui.settings import Settings, SettingsFile
from tests.ui.panel.room import question, room

SECRET = "hunter2-secret"


class Desktop:
    """A notification service that keeps what it shows."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.shown: list[str] = []
        self.fault = fault
        self.came = asyncio.Event()
        self.clicked: Callable[[], None] = lambda: None

    async def send(self, title: str, message: str, clicked: Callable[[], None]) -> None:
        self.shown.append(f"{title}: {message}")
        self.clicked = clicked
        self.came.set()
        if self.fault:
            raise self.fault


def notifications(desktop: Desktop, *, on: bool = True) -> Notifications:
    made = Notifications(desktop.send)
    made.on = on
    return made


async def test_a_notification_names_the_tool() -> None:
    desktop = Desktop()
    await notifications(desktop).waiting("files.write", lambda: None)
    assert desktop.shown == ["overlay asks you: A question about files.write waits in the panel."]


async def test_nothing_hides_in_a_notification() -> None:
    wrong: list[object] = []
    for hidden in ["\u202e", "\u200b", "\n", "\x1b[2J"]:
        desktop = Desktop()
        await notifications(desktop).waiting(f"a{hidden}b", lambda: None)
        if not (hidden not in desktop.shown[0]):
            wrong.append(hidden)
    assert wrong == []


async def test_no_notification_is_shown_if_notifications_are_off() -> None:
    desktop = Desktop()
    await notifications(desktop, on=False).waiting("a", lambda: None)
    assert desktop.shown == []


async def test_a_failing_service_is_one_line_and_is_not_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    desktop = Desktop(OSError("no bus"))
    made = notifications(desktop)
    for _ in range(3):
        await made.waiting("a", lambda: None)
    lines = [record.getMessage() for record in caplog.records]
    assert (len(desktop.shown), lines) == (1, ["desktop notifications are off for this run: no bus"])


@pytest.mark.skipif(sys.platform != "linux", reason="the service is found by an address on Linux alone")
async def test_a_desktop_without_a_service_is_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the real library."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    made = Notifications()
    made.on = True
    try:
        await made.waiting("a", lambda: None)
    finally:
        library = logging.getLogger("desktop_notifier")
        library.handlers.clear()
        library.propagate = True
    assert len(caplog.records) == 1


async def test_a_question_behind_other_windows_is_notified_without_its_arguments(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = Desktop()
    async with room(context) as here:
        monkeypatch.setattr(here.panel, "notifications", notifications(desktop))
        window = here.panel._window  # pyright: ignore[reportPrivateUsage]

        async def behind() -> bool:
            return False

        monkeypatch.setattr(window, "in_front", behind)
        task = await here.ask(question(arguments={"password": SECRET}))
        await desktop.came.wait()
        assert ("files.write_file" in desktop.shown[0], SECRET in desktop.shown[0]) == (True, False)
        task.cancel()


@pytest.mark.thorough
async def test_a_question_in_front_is_not_notified(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = Desktop()
    async with room(context) as here:
        monkeypatch.setattr(here.panel, "notifications", notifications(desktop))
        looked = asyncio.Event()
        window = here.panel._window  # pyright: ignore[reportPrivateUsage]
        assert window
        real = window.in_front

        async def in_front() -> bool:
            answer = await real()
            looked.set()
            return answer

        monkeypatch.setattr(window, "in_front", in_front)
        task = await here.ask(question())
        await looked.wait()
        assert desktop.shown == []
        task.cancel()


@pytest.mark.thorough
async def test_the_switch_in_the_settings_turns_notifications_off(
    context: BrowserContext, tmp_path: Path
) -> None:
    async with room(context) as here:
        show_settings(here.panel, Config(), SettingsFile(tmp_path / "s.toml"), Settings(), {})
        before = here.panel.notifications.on
        here.panel.changed()
        switch = here.page.get_by_role("switch", name="Desktop notifications")
        await switch.click()
        await here.page.get_by_text("Saved.").wait_for()
        assert (before, here.panel.notifications.on) == (True, False)
