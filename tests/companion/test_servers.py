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


def news(key: str, state: State) -> ServerStatus:
    return ServerStatus(key, state, "stdio", "x", "x", "")


def test_a_server_that_fails_again_and_again_is_announced_once() -> None:
    said = ServerNews()
    tries: list[State] = ["connecting", "failed"] * 11
    assert sum(said.is_new(news("a", state)) for state in tries) == 1


def test_a_server_that_fails_after_it_was_ready_or_off_is_announced_again() -> None:
    said = ServerNews()
    states: list[State] = ["failed", "ready", "ready", "failed", "disabled", "connecting", "failed"]
    assert [state for state in states if said.is_new(news("a", state))] == [
        "failed",
        "ready",
        "failed",
        "failed",
    ]


def test_each_server_is_announced() -> None:
    said = ServerNews()
    assert said.is_new(news("a", "failed"))
    assert said.is_new(news("b", "failed"))


def test_the_policy_learns_what_is_behind_each_servers_name() -> None:
    policy, config = Policy(), ServerConfig(key="files", command="x")
    new_servers([config], ToolRegistry(), policy, EventStream(), elicit=None, notify=print)
    assert policy.servers.mark_of("files") == config.fingerprint
