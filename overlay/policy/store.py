"""Interface of the store for permissions, and a store in memory."""

from __future__ import annotations

from typing import Literal, Protocol

from overlay.policy.fingerprint_store import SnapshotStore
from overlay.policy.policy_schema import CommandKey, CommandRule, Grant, GrantKey, PolicyRules, TrustedServer

Restriction = Literal["deny", "ask"]


class PolicyStore(Protocol):
    """Stores permissions, pins and trust.

    `fingerprints` holds what permissions were given for. All methods raise UsageError if the file is broken.
    """

    fingerprints: SnapshotStore

    def rules(self) -> PolicyRules:
        """Return the current rules."""
        ...

    def allow(self, entry: Grant) -> None:
        """Store a permission, replacing an older one with the same key."""

    def revoke(self, key: GrantKey) -> None:
        """Delete a permission if it exists."""

    def allow_command(self, entry: CommandRule) -> None:
        """Store a command rule, replacing an older one with the same key."""

    def revoke_command(self, key: CommandKey) -> None:
        """Delete a command rule if it exists."""

    def restrict(self, table: Restriction, tool: str, reason: str) -> None:
        """Store in `deny` or `ask` that the tool never runs, or never automatically."""

    def release(self, table: Restriction, tool: str) -> None:
        """Delete the tool's own entry in `deny` or `ask` if it exists."""

    def pin(self, tool: str, definition: str) -> None:
        """Store the fingerprint with which a tool may run automatically."""

    def trust(self, server: str, mark: str) -> None:
        """Store that the user trusts this configuration of the server."""

    def distrust(self, server: str) -> None:
        """Delete the user's trust in a server if it is stored."""


class InMemoryStore:
    """A store that lasts until the run ends."""

    def __init__(self, rules: PolicyRules | None = None) -> None:
        self.fingerprints = SnapshotStore()
        self._rules = rules or PolicyRules()

    def rules(self) -> PolicyRules:
        """Return the current rules."""
        return self._rules

    def allow(self, entry: Grant) -> None:
        """Store a permission, replacing an older one with the same key."""
        others = [known for known in self._rules.allow if known.key != entry.key]
        self._rules.allow = [*others, entry]

    def revoke(self, key: GrantKey) -> None:
        """Delete a permission."""
        self._rules.allow = [known for known in self._rules.allow if known.key != key]

    def allow_command(self, entry: CommandRule) -> None:
        """Store a command rule, replacing an older one with the same key."""
        others = [known for known in self._rules.commands if known.key != entry.key]
        self._rules.commands = [*others, entry]

    def revoke_command(self, key: CommandKey) -> None:
        """Delete a command rule."""
        self._rules.commands = [known for known in self._rules.commands if known.key != key]

    def restrict(self, table: Restriction, tool: str, reason: str) -> None:
        """Store that the tool never runs, or never automatically."""
        getattr(self._rules, table)[tool] = reason

    def release(self, table: Restriction, tool: str) -> None:
        """Delete the tool's own entry."""
        getattr(self._rules, table).pop(tool, None)

    def pin(self, tool: str, definition: str) -> None:
        """Store the fingerprint with which a tool may run automatically."""
        self._rules.pins[tool] = definition

    def trust(self, server: str, mark: str) -> None:
        """Store that the user trusts this configuration of the server."""
        self._rules.servers[server] = TrustedServer(vouched=mark)

    def distrust(self, server: str) -> None:
        """Delete the user's trust in a server."""
        self._rules.servers.pop(server, None)
