from __future__ import annotations

import webbrowser

import pytest

from overlay.calls.event_stream import EventStream
from overlay.companion.servers import ServerNews, new_servers, sign_in_here
from overlay.policy import Policy
from overlay.tools import ToolRegistry
from overlay.tools.mcp import ServerConfig, ServerStatus, SignInRequest
from overlay.tools.mcp.status import State

REQUEST = SignInRequest("git", "https://auth.example/authorize?state=x")


async def test_the_browser_of_the_system_is_used_only_with_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for display, opened in ((":0", [REQUEST.address]), ("", [])):
        seen: list[str] = []
        monkeypatch.setattr(webbrowser, "open", seen.append)
        monkeypatch.setenv("DISPLAY", display)
        await sign_in_here(str)(REQUEST)
        assert seen == opened


def news(key: str, state: State) -> ServerStatus:
    return ServerStatus(key, state, "stdio", "x", "x", "")


def test_a_failure_of_a_server_is_announced_once_until_it_was_ready_or_off() -> None:
    said = ServerNews()
    tries: list[State] = ["connecting", "failed"] * 11
    assert sum(said.is_new(news("a", state)) for state in tries) == 1
    assert said.is_new(news("b", "failed"))
    states: list[State] = ["failed", "ready", "ready", "failed", "disabled", "connecting", "failed"]
    assert [state for state in states if said.is_new(news("c", state))] == [
        "failed",
        "ready",
        "failed",
        "failed",
    ]


def test_the_policy_learns_what_is_behind_each_servers_name() -> None:
    policy, config = Policy(), ServerConfig(key="files", command="x")
    new_servers([config], ToolRegistry(), policy, EventStream(), elicit=None, notify=print)
    assert policy.servers.fingerprint_of("files") == config.fingerprint
