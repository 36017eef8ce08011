from __future__ import annotations

import socket

import pytest

from overlay.common.errors import UsageError
from overlay.companion.browser.everyday import endpoint, user_data
from tests.companion.browser.conftest import FakeMachine


def test_each_system_has_its_folder_of_a_browsers_profile(fake: FakeMachine) -> None:
    wanted = {
        ("linux", "chrome"): ".config/google-chrome",
        ("linux", "chromium"): ".config/chromium",
        ("darwin", "msedge"): "Library/Application Support/Microsoft Edge",
        ("win32", "chrome-beta"): "AppData/Local/Google/Chrome Beta/User Data",
    }
    found: dict[tuple[str, str], str] = {}
    for platform, name in wanted:
        fake.become(platform=platform)
        found[platform, name] = str(user_data(name, fake.machine).relative_to(fake.machine.home))
    assert found == wanted


def fault(fake: FakeMachine, text: str | None) -> str:
    folder = user_data("chrome", fake.machine)
    folder.mkdir(parents=True, exist_ok=True)
    if text is not None:
        (folder / "DevToolsActivePort").write_text(text)
    with pytest.raises(UsageError) as raised:
        endpoint("chrome", fake.machine)
    return str(raised.value)


def test_a_browser_that_can_not_be_reached_by_its_name_says_why(fake: FakeMachine) -> None:
    # The switch is off: the message says where it is.
    assert "chrome://inspect/#remote-debugging" in fault(fake, None)
    damaged = ["", "x", "70000\n/devtools/browser/1", "1\nhttp://elsewhere/", "9222"]
    assert [text for text in damaged if "holds no port" not in fault(fake, text)] == []
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, but not listening
        said = fault(fake, f"{free.getsockname()[1]}\n/devtools/browser/1")
    assert "it has ended" in said
