"""MCP servers: which ones the user trusts, and what has changed about one since."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from overlay.policy.fingerprint_store import FingerprintStore

UNKNOWN = "its configuration"


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What is started or reached. `mark` is a hash of it all, `parts` holds it by the words for it, such as
    "its command" or "the variable API_KEY"; values may be secrets, and are never written down.
    """

    mark: str
    parts: Mapping[str, str]


class Servers:
    """The servers of this run, by what their tools' names begin with; see `Store` for `kept`."""

    def __init__(self, kept: FingerprintStore) -> None:
        self.kept = kept
        self._known: dict[str, ServerFacts] = {}

    def know(self, name: str, mark: str, parts: Mapping[str, str]) -> None:
        """The tools of the server `name` come from there."""
        self._known[name] = ServerFacts(mark, dict(parts))

    def mark_of(self, name: str | None) -> str:
        """Return the hash of the server's configuration; "" for none, or one that nothing is known of."""
        facts = self._known.get(name) if name is not None else None
        return facts.mark if facts else ""

    def keep(self, name: str | None) -> None:
        """Something is allowed for the server as it is: note its parts, each as a salted hash."""
        facts = self._known.get(name) if name is not None else None
        if facts and self.kept.get(_file(facts.mark)) is None:
            salt = secrets.token_hex(16)
            self.kept.put(_file(facts.mark), {"salt": salt, "parts": _hashed(facts.parts, salt)})

    def changes(self, name: str, before: str) -> list[str]:
        """Return the words for what is not as it was under the mark `before`."""
        kept, facts = self.kept.get(_file(before)), self._known.get(name)
        try:
            assert kept is not None
            then, salt = {**kept["parts"]}, str(kept["salt"])
        except (AssertionError, KeyError, TypeError):
            return [UNKNOWN]
        now = _hashed(facts.parts, salt) if facts else {}
        return [part for part in sorted({*then, *now}) if then.get(part) != now.get(part)] or [UNKNOWN]


def _file(mark: str) -> str:
    return f"server-{mark}"


def _hashed(parts: Mapping[str, str], salt: str) -> dict[str, str]:
    key = salt.encode()
    return {part: hmac.new(key, value.encode(), hashlib.sha256).hexdigest() for part, value in parts.items()}
