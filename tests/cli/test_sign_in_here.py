from __future__ import annotations

import webbrowser

import pytest

from overlay.cli.sign_in_here import sign_in_here
from overlay.tools.mcp import SignInRequest

REQUEST = SignInRequest("git", "https://auth.example/authorize?state=x")


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
