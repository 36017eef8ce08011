"""Identity of MCP servers, so that the user's trust ends when a server's configuration changes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from overlay.policy.fingerprint_store import SnapshotStore

UNKNOWN = "its configuration"


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """Configuration of a server: the command or address, its variables and headers.

    `mark` is a hash of all of it. `parts` maps descriptions such as "its command" or "the variable API_KEY"
    to values. Values may be secrets and are never stored.
    """

    mark: str
    parts: Mapping[str, str]


class TrustedServers:
    """The servers of this run, by the prefix of their tools' names. `store` is `Store.fingerprints`."""

    def __init__(self, store: SnapshotStore) -> None:
        self.kept = store
        self._known: dict[str, ServerFacts] = {}

    def know(self, name: str, mark: str, parts: Mapping[str, str]) -> None:
        """Register the configuration of the server `name`."""
        self._known[name] = ServerFacts(mark, dict(parts))

    def fingerprint_of(self, name: str | None) -> str:
        """Return the hash of the server's configuration; "" for no server or an unknown one."""
        facts = self._known.get(name) if name is not None else None
        return facts.mark if facts else ""

    def keep(self, name: str | None) -> None:
        """Store the parts of the server's configuration, each as a salted hash."""
        facts = self._known.get(name) if name is not None else None
        if facts and self.kept.get(_file(facts.mark)) is None:
            salt = secrets.token_hex(16)
            self.kept.put(_file(facts.mark), {"salt": salt, "parts": _hashed(facts.parts, salt)})

    def changes(self, name: str, before: str) -> list[str]:
        """Return descriptions of the parts that differ from the configuration with hash `before`."""
        stored, facts = self.kept.get(_file(before)), self._known.get(name)
        try:
            assert stored is not None
            old, salt = {**stored["parts"]}, str(stored["salt"])
        except (AssertionError, KeyError, TypeError):
            return [UNKNOWN]
        new = _hashed(facts.parts, salt) if facts else {}
        return [part for part in sorted({*old, *new}) if old.get(part) != new.get(part)] or [UNKNOWN]


def _file(mark: str) -> str:
    return f"server-{mark}"


def _hashed(parts: Mapping[str, str], salt: str) -> dict[str, str]:
    key = salt.encode()
    return {part: hmac.new(key, value.encode(), hashlib.sha256).hexdigest() for part, value in parts.items()}
