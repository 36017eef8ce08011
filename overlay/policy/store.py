"""Where what was decided for good is kept: a file, or (here) this run's memory."""

from __future__ import annotations

from typing import Protocol

from overlay.policy.fingerprint_store import Kept
from overlay.policy.policy_schema import Allowed, Meant, Rules, Server


class Store(Protocol):
    """`kept` holds what permissions were given for. All methods raise WrongUse if the file is broken."""

    kept: Kept

    def rules(self) -> Rules:
        """Return what holds now."""
        ...

    def allow(self, entry: Allowed) -> None:
        """Write a permission down, in place of an older one for the same."""

    def take_back(self, meant: Meant) -> None:
        """Strike a permission out, if it stands there."""

    def pin(self, tool: str, definition: str) -> None:
        """Write down with which fingerprint a tool may run by itself."""

    def vouch(self, server: str, mark: str) -> None:
        """Write down that the person vouches for a server as it is."""

    def unvouch(self, server: str) -> None:
        """Strike that out, if it stands there."""


class Memory:
    """A store that ends with the run."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.kept = Kept()
        self._rules = rules or Rules()

    def rules(self) -> Rules:
        """Return what holds now."""
        return self._rules

    def allow(self, entry: Allowed) -> None:
        """Take a permission in, in place of an older one for the same."""
        others = [known for known in self._rules.allow if known.meant != entry.meant]
        self._rules.allow = [*others, entry]

    def take_back(self, meant: Meant) -> None:
        """Forget a permission."""
        self._rules.allow = [known for known in self._rules.allow if known.meant != meant]

    def pin(self, tool: str, definition: str) -> None:
        """Remember with which fingerprint a tool may run by itself."""
        self._rules.pins[tool] = definition

    def vouch(self, server: str, mark: str) -> None:
        """Remember that the person vouches for a server as it is."""
        self._rules.servers[server] = Server(vouched=mark)

    def unvouch(self, server: str) -> None:
        """Forget that the person vouched for a server."""
        self._rules.servers.pop(server, None)
