"""The MCP servers of a run: how they reach the user, and what the user hears about them."""

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
from overlay.tools.mcp import Elicitor, Person, ServerConfig, ServerManager, ServerStatus
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.ui.terminal.sign_in import ShowSignIn


class ServerNews:
    """Selects the changes of servers that the user hears about: a failing server is tried again and again."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def is_new(self, status: ServerStatus) -> bool:
        """Return whether it became ready, or failed and that was not said since it was ready or off."""
        if status.state == "disabled":
            self._said.pop(status.key, None)
        if status.state not in ("ready", "failed") or self._said.get(status.key) == status.state:
            return False
        self._said[status.key] = status.state
        return True


def sign_in_here(say: Callable[[str], object]) -> ShowSignIn:
    """Return what shows a sign-in: with `say`, and in the system's browser where there is a display."""
    return ShowSignIn(say, webbrowser.open if Machine.current().display() else None)


def new_servers(
    configs: Iterable[ServerConfig],
    registry: ToolRegistry,
    policy: Policy,
    events: EventStream,
    *,
    elicit: Elicitor | None,
    say: Callable[[str], None],
) -> ServerManager:
    """Return the servers of a run, not started yet; the policy knows their configurations from now on.

    `elicit` asks the user, None if no user is present; `say` is called with lines for the user. Each change
    is published as ServerChanged.
    """
    news = ServerNews()

    def changed(status: ServerStatus) -> None:
        if news.is_new(status):
            reason = f": {inline(status.reason)}" if status.reason else ""
            say(Phrase(mark("server {} is {}{}"), name(status.key), status.state, reason))
        events.publish(ServerChanged(status))

    def know(called: str, config: ServerConfig) -> None:
        policy.servers.know(called, config.fingerprint, config.parts)

    person = Person(elicit=elicit, sign_in=sign_in_here(say)) if elicit else None
    return ServerManager(
        registry, configs, on_change=changed, know=know, person=person, kept=TokenStore(say=say)
    )
