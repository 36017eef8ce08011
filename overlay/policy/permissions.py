"""Permissions: stored ones, and those that last in one chat until overlay ends."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from overlay.common.secrets.arguments import redact
from overlay.policy.model import CallOrigin
from overlay.policy.origins import holds_on
from overlay.tools.definition import ToolDefinition

SHOWN = 1000


class AnyGrant(Protocol):
    """Permission for one tool definition and server configuration on a site. `arguments` is a hash, or "" for
    any.
    """

    @property
    def tool(self) -> str: ...
    @property
    def site(self) -> str: ...
    @property
    def definition(self) -> str: ...
    @property
    def server(self) -> str: ...
    @property
    def arguments(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ChatGrant:
    """A permission that is kept in memory only."""

    tool: str
    site: str
    definition: str
    server: str
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class GrantMatch:
    """Result of comparing a call with the permissions.

    `holds`: the call may run without approval. Otherwise `definition` is the fingerprint with which the tool
    was allowed before, and `server` that of its server; each is "" if it has not changed.
    """

    holds: bool
    definition: str = ""
    server: str = ""


class ChatGrants:
    """Permissions for one conversation on one site, kept in memory: `given` has them by conversation."""

    def __init__(self) -> None:
        self.given: dict[str, tuple[ChatGrant, ...]] = {}

    def add(self, conversation: str, entry: ChatGrant) -> None:
        """Allow the tool of `entry` in that conversation."""
        known = self.given.get(conversation, ())
        others = (one for one in known if (one.site, one.tool) != (entry.site, entry.tool))
        self.given[conversation] = (*others, entry)

    def rename(self, before: str, after: str) -> None:
        """Move the permissions to `after`, the address that a new chat got."""
        if before != after:
            for entry in self.given.pop(before, ()):
                self.add(after, entry)


NO_GRANT = GrantMatch(holds=False)


def match_grants(
    entries: Iterable[AnyGrant],
    tool: ToolDefinition,
    arguments: dict[str, Any],
    origin: CallOrigin,
    server: str,
) -> GrantMatch:
    """Return whether one of `entries` allows the call. `server` is the hash of its server's current
    configuration.
    """
    mark = arguments_mark(arguments)
    candidates = [
        entry
        for entry in entries
        if entry.tool == tool.name and holds_on(entry.site, origin.site) and entry.arguments in ("", mark)
    ]
    if any(entry.definition == tool.fingerprint and entry.server == server for entry in candidates):
        return GrantMatch(holds=True)
    if not candidates:
        return GrantMatch(holds=False)
    last = candidates[-1]
    return GrantMatch(
        holds=False,
        definition=last.definition if last.definition != tool.fingerprint else "",
        server=last.server if last.server != server else "",
    )


def arguments_mark(arguments: dict[str, Any]) -> str:
    """Return a hash of the arguments a tool would run with. The order of keys makes no difference."""
    plain = json.dumps(arguments, sort_keys=True, ensure_ascii=True, default=repr)
    return hashlib.sha256(plain.encode()).hexdigest()


def arguments_shown(arguments: dict[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the arguments on one line for a reader of the file, without secrets and cut to a maximum length.

    `schema` is the tool's schema; it says which arguments are secret.
    """
    text = (
        json.dumps(redact(arguments, schema), ensure_ascii=False, default=repr)
        .encode("utf-8", "replace")
        .decode()
    )
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text) - SHOWN} more characters)"
