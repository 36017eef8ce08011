"""The MCP servers of a run: how they ask the user, and which changes the user gets a line about."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterable

from overlay.calls.event_stream import EventStream
from overlay.calls.events import ServerChanged
from overlay.common.language import Phrase, mark
from overlay.common.terminal_text import inline, name
from overlay.companion.browser import Machine
from overlay.policy import Policy
from overlay.tools import ToolRegistry
from overlay.tools.mcp import Elicitor, ServerConfig, ServerManager, ServerStatus, UserPrompts
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.ui.terminal.sign_in import ShowSignIn


class ServerNews:
    """Selects the changes of servers that the user sees: a failing server is retried, but reported once."""

    def __init__(self) -> None:
        self._reported: dict[str, str] = {}

    def is_new(self, status: ServerStatus) -> bool:
        """Return whether it became ready, or failed for the first time since it was ready or off."""
        if status.state == "disabled":
            self._reported.pop(status.key, None)
        if status.state not in ("ready", "failed") or self._reported.get(status.key) == status.state:
            return False
        self._reported[status.key] = status.state
        return True


def sign_in_here(notify: Callable[[str], object]) -> ShowSignIn:
    """Return the callback that shows a sign-in: with `notify`, and in the system's browser if possible."""
    return ShowSignIn(notify, webbrowser.open if Machine.current().display() else None)


def new_servers(
    configs: Iterable[ServerConfig],
    registry: ToolRegistry,
    policy: Policy,
    events: EventStream,
    *,
    elicit: Elicitor | None,
    notify: Callable[[str], None],
) -> ServerManager:
    """Return the servers of a run, not started yet; the policy knows their configurations from now on.

    `elicit` asks the user, None if no user is present; `notify` is called with lines for the user. Each
    change is published as ServerChanged.
    """
    news = ServerNews()

    def changed(status: ServerStatus) -> None:
        if news.is_new(status):
            reason = f": {inline(status.reason)}" if status.reason else ""
            notify(Phrase(mark("server {} is {}{}"), name(status.key), status.state, reason))
        events.publish(ServerChanged(status))

    def know(prefix: str, config: ServerConfig) -> None:
        policy.servers.know(prefix, config.fingerprint, config.parts)

    prompts = UserPrompts(elicit=elicit, sign_in=sign_in_here(notify)) if elicit else None
    return ServerManager(
        registry, configs, on_change=changed, know=know, prompts=prompts, tokens=TokenStore(notify=notify)
    )
