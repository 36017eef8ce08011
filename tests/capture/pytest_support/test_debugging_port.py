from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from overlay.capture.pytest_support.debugging_port import address_of, with_port
from overlay.common.errors import UsageError


class Session:
    def __init__(self, **answer: Any) -> None:
        self._answer = answer

    def send(self, method: str) -> dict[str, Any]:
        return self._answer

    def detach(self) -> None: ...


class Context:
    """A context of a browser, whose process was started with the profile in `folder`."""

    def __init__(self, folder: Path, name: str = "chromium") -> None:
        command = f'chromium --remote-debugging-pipe --user-data-dir="{folder}" --headless'
        self.browser: Any = SimpleNamespace(
            browser_type=SimpleNamespace(name=name),
            new_browser_cdp_session=lambda: Session(commandLine=command),
        )

    def new_cdp_session(self, page: object) -> Session:
        return Session(targetInfo={"targetId": "T"})


def page(context: Context) -> Any:
    return SimpleNamespace(context=context)


def test_the_address_comes_from_the_file_in_the_browsers_profile(tmp_path: Path) -> None:
    folder = tmp_path / "a folder --of tests"
    folder.mkdir()
    (folder / "DevToolsActivePort").write_text("4711\n/devtools/browser/x")
    assert address_of(page(Context(folder))) == ("ws://127.0.0.1:4711/devtools/browser/x", "T")


def test_a_browser_that_overlay_cannot_reach_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"works in Chromium, Chrome and Edge, (?s:.*)firefox(?s:.*)only_browser"
    ):
        address_of(page(Context(tmp_path, "firefox")))
    no_port = r"no debugging port(?s:.*)--remote-debugging-port=0"
    with pytest.raises(UsageError, match=no_port):
        address_of(page(Context(tmp_path)))
    without_browser = Context(tmp_path)
    without_browser.browser = None
    with pytest.raises(UsageError, match=no_port):
        address_of(page(without_browser))


def test_a_port_of_the_users_own_stays() -> None:
    own = {"args": ["--remote-debugging-port=9222"]}
    assert with_port(own) == own
    assert with_port({"args": ["--mute-audio"]}) == {"args": ["--mute-audio", "--remote-debugging-port=0"]}
