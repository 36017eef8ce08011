"""Where what was decided for good is kept: a file, or (here) this run's memory."""

from __future__ import annotations

from typing import Protocol

from overlay.policy.fingerprint_store import FingerprintStore
from overlay.policy.policy_schema import Grant, GrantKey, Rules, Server


class Store(Protocol):
    """`fingerprints` holds what permissions were given for. All methods raise UsageError if the file is
    broken.
    """

    fingerprints: FingerprintStore

    def rules(self) -> Rules:
        """Return what holds now."""
        ...

    def allow(self, entry: Grant) -> None:
        """Write a permission down, in place of an older one for the same."""

    def revoke(self, meant: GrantKey) -> None:
        """Strike a permission out, if it stands there."""

    def pin(self, tool: str, definition: str) -> None:
        """Write down with which fingerprint a tool may run by itself."""

    def trust(self, server: str, mark: str) -> None:
        """Write down that the person vouches for a server as it is."""

    def distrust(self, server: str) -> None:
        """Strike that out, if it stands there."""


class InMemoryStore:
    """A store that ends with the run."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.fingerprints = FingerprintStore()
        self._rules = rules or Rules()

    def rules(self) -> Rules:
        """Return what holds now."""
        return self._rules

    def allow(self, entry: Grant) -> None:
        """Take a permission in, in place of an older one for the same."""
        others = [known for known in self._rules.allow if known.key != entry.key]
        self._rules.allow = [*others, entry]

    def revoke(self, meant: GrantKey) -> None:
        """Forget a permission."""
        self._rules.allow = [known for known in self._rules.allow if known.key != meant]

    def pin(self, tool: str, definition: str) -> None:
        """Remember with which fingerprint a tool may run by itself."""
        self._rules.pins[tool] = definition

    def trust(self, server: str, mark: str) -> None:
        """Remember that the person vouches for a server as it is."""
        self._rules.servers[server] = Server(vouched=mark)

    def distrust(self, server: str) -> None:
        """Forget that the user trusts a server."""
        self._rules.servers.pop(server, None)
