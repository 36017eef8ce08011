from __future__ import annotations

import webbrowser

import pytest

from overlay.tools.mcp import SignInRequest
from overlay.ui.terminal.sign_in import ShowSignIn, sign_in_here

REQUEST = SignInRequest("git\x1b", "https://auth.example/authorize?state=x")


async def test_the_server_and_the_address_are_said() -> None:
    said: list[str] = []
    await ShowSignIn(said.append)(REQUEST)
    assert said == [
        "the server git\\u001b wants you to sign in at https://auth.example:\n"
        "https://auth.example/authorize?state=x"
    ]


async def test_the_page_is_opened_where_that_can_be_done() -> None:
    opened: list[str] = []
    await ShowSignIn(str, opened.append)(REQUEST)
    assert opened == [REQUEST.address]


@pytest.mark.parametrize(("display", "opened"), [(":0", [REQUEST.address]), ("", [])])
async def test_the_browser_of_the_system_is_used_only_with_a_display(
    monkeypatch: pytest.MonkeyPatch, display: str, opened: list[str]
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", seen.append)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    await sign_in_here(str)(REQUEST)
    assert seen == opened
