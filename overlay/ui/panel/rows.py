"""The rows of the panel's lists of tools, servers and permissions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import visible
from overlay.policy import CallOrigin, Policy
from overlay.policy.policy_schema import Grant, PolicyRules
from overlay.policy.tool_effects import effect_words
from overlay.policy.tool_modes import ToolMode
from overlay.tools import ToolRegistry
from overlay.tools.conversation_tools import ConversationTools
from overlay.tools.mcp.status import ServerStatus
from overlay.ui.panel.cards import LONGEST
from overlay.ui.panel.state import ChatRow, GrantRow, ServerRow, ToolRow

LONG = 200
UNTRUSTED = mark("you have not said that you trust it, so overlay asks about each call")


class ListedServer(Protocol):
    """The members of `overlay.tools.mcp.supervised_server` that the panel needs."""

    @property
    def status(self) -> ServerStatus: ...

    def start(self) -> None: ...

    async def stop(self) -> None: ...


class ServerList(Protocol):
    """The servers of this run; see `overlay.tools.mcp.manager`."""

    @property
    def keys(self) -> dict[str, str]:
        """The server name in a tool's definition -> the server's key."""
        ...

    def server(self, key: str) -> ListedServer: ...


def chat_rows(chats: Iterable[tuple[str, str]]) -> list[ChatRow]:
    """Return a row for each conversation, with its title."""
    return [ChatRow(id=id_, title=_cut(title)) for id_, title in dict(chats).items()]


def tool_rows(
    registry: ToolRegistry,
    policy: Policy,
    rules: PolicyRules | None,
    place: CallOrigin,
    switches: ConversationTools | None = None,
    chats: Iterable[str] = (),
) -> list[ToolRow]:
    """Return the tools, grouped by server, those without one first; `chats` are the open conversations.

    `rules` is None while the policy's file can't be used: then no mode can be chosen. `place` is the chat for
    which the modes are shown.
    """
    off = {chat: switches.off(chat) for chat in chats} if switches else {}
    tools = [registry.definition(name) for name in registry.all_names]
    rows: list[ToolRow] = []
    for tool in sorted(tools, key=lambda tool: (tool.server or "", tool.name)):
        mode = policy.mode_of(tool, place, rules) if rules else ToolMode("ask")
        text, says = _words(tool.description)
        rows.append(
            ToolRow(
                name=tool.name,
                server=visible(tool.server or ""),
                text=text,
                says=says,
                about=[translate(word) for word in effect_words(policy.effects_of(tool, rules))],
                mode=mode.now,
                why=translate(mode.reason),
                modes=list(mode.choices),
                on=registry.is_enabled(tool.name),
                off_in=[chat for chat, names in off.items() if tool.name in names],
            )
        )
    return rows


def server_rows(servers: ServerList | None, policy: Policy, rules: PolicyRules) -> list[ServerRow]:
    """Return the servers in the order of the configuration."""
    if servers is None:
        return []
    rows: list[ServerRow] = []
    for name, key in servers.keys.items():
        status = servers.server(key).status
        trusted = policy.is_trusted(name, rules)
        notes = [translate(Phrase(mark("{} tools"), len(status.tools)))] if status.tools else []
        notes += (
            [translate(Phrase(mark("{} tools can't be used"), len(status.problems)))]
            if status.problems
            else []
        )
        notes += [] if trusted or status.state == "disabled" else [translate(UNTRUSTED)]
        rows.append(
            ServerRow(
                key=key,
                state=status.state,
                reason=_cut(status.reason),
                target=_cut(status.target),
                note=", ".join(notes),
                on=status.state != "disabled",
                trusted=trusted if policy.servers.fingerprint_of(name) else None,
            )
        )
    return rows


def grant_rows(rules: PolicyRules) -> list[GrantRow]:
    """Return the permanent permissions of tools, then those of commands."""
    now = datetime.now().astimezone()
    return [
        GrantRow(id=entry.id, tool=entry.tool, site=visible(entry.site), text=_reach(entry))
        for entry in rules.allow
    ] + [
        GrantRow(
            id=entry.id,
            tool=visible(" ".join(entry.words)),
            site=visible(entry.site),
            text=visible(translate(Phrase(mark("in {}, {}"), entry.folder, entry.reach(now)))),
        )
        for entry in rules.commands
    ]


def _reach(entry: Grant) -> str:
    shown = Phrase(mark("only with {}"), _cut(entry.shown))
    what = translate(shown if entry.arguments else mark("with any arguments"))
    return translate(Phrase(mark("{}, since {}"), what, entry.since)) if entry.since else what


@lru_cache(maxsize=4096)
def _words(description: str) -> tuple[str, str]:
    """Return the first line of a description, shortened, and the whole text if that is longer, else "".

    Cached, since a server may have a thousand tools and each change makes all rows again.
    """
    text = description.strip()
    first = _cut(text.partition("\n")[0])
    whole = visible(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
    return first, "" if first == whole else whole


def _cut(text: str) -> str:
    return visible(text if len(text) <= LONG else f"{text[:LONG]}…")
