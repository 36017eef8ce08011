from __future__ import annotations

import socket

import pytest

from overlay.common.errors import UsageError
from overlay.companion.browser.everyday import endpoint, user_data
from tests.companion.browser.conftest import FakeMachine


@pytest.mark.parametrize(
    ("platform", "name", "folder"),
    [
        ("linux", "chrome", ".config/google-chrome"),
        ("linux", "chromium", ".config/chromium"),
        ("darwin", "msedge", "Library/Application Support/Microsoft Edge"),
        ("win32", "chrome-beta", "AppData/Local/Google/Chrome Beta/User Data"),
    ],
)
def test_each_system_has_its_folders(fake: FakeMachine, platform: str, name: str, folder: str) -> None:
    fake.become(platform=platform)
    assert user_data(name, fake.machine) == fake.machine.home / folder


def fault(fake: FakeMachine, text: str | None) -> str:
    folder = user_data("chrome", fake.machine)
    folder.mkdir(parents=True)
    if text is not None:
        (folder / "DevToolsActivePort").write_text(text)
    with pytest.raises(UsageError) as raised:
        endpoint("chrome", fake.machine)
    return str(raised.value)


def test_a_switch_that_is_off_is_said_with_where_it_is(fake: FakeMachine) -> None:
    assert "chrome://inspect/#remote-debugging" in fault(fake, None)


@pytest.mark.parametrize("text", ["", "x", "70000\n/devtools/browser/1", "1\nhttp://elsewhere/", "9222"])
def test_a_file_of_another_form_is_said(fake: FakeMachine, text: str) -> None:
    assert "holds no port" in fault(fake, text)


def test_a_file_that_a_browser_left_behind_is_said(fake: FakeMachine) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, but not listening
        said = fault(fake, f"{free.getsockname()[1]}\n/devtools/browser/1")
    assert "it has ended" in said
