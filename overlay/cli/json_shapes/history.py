"""The objects that commands print with `--json` about the history of calls and of permissions."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.calls.ledger import RedactedRow
from overlay.policy.policy_schema import CommandRule, Grant


@dataclass(frozen=True, slots=True)
class History:
    """Calls, the newest first."""

    calls: list[RedactedRow]
    """Each call."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export."""

    file: str
    """The file, `-` for the standard output."""
    calls: int
    """How many calls it has."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """The result of a deletion."""

    deleted: int
    """How many calls."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions that policy.toml has."""

    tools: list[Permission]
    """Those of tools."""
    commands: list[CommandPermission]
    """Those of commands."""


@dataclass(frozen=True, slots=True)
class Permission:
    """A permission of a tool."""

    id: str
    """Identifies it."""
    rule: Grant
    """Its entry in policy.toml."""


@dataclass(frozen=True, slots=True)
class CommandPermission:
    """A permission of a command."""

    id: str
    """Identifies it."""
    ended: bool
    """Its time is over."""
    rule: CommandRule
    """Its entry in policy.toml."""


@dataclass(frozen=True, slots=True)
class Revoked:
    """The permission that was revoked."""

    revoked: str
    """Its id."""
