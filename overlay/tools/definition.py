"""Definition of a tool, for the model and for the policy."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from overlay.common.patterns import PatternError, compiled
from overlay.tools.errors import ToolDefinitionError

# ASCII only, so that no name looks like another tool's name.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}")

NO_PARAMETERS: dict[str, Any] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class ToolHints:
    """Effects of a tool according to its author."""

    read_only: bool = False
    """The tool changes nothing."""
    destructive: bool = False
    """The tool can delete or overwrite."""
    sends_out: bool = False
    """The tool can send data off this machine."""
    private: bool = False
    """The tool reads the user's own data."""
    untrusted: bool = False
    """The tool returns text that others wrote."""
    raw_text: bool = False
    """Characters that can't be seen do no harm in its arguments, so they don't prevent an automatic run."""


NO_HINTS = ToolHints()


@dataclass(frozen=True, slots=True)
class CommandPlace:
    """Where a tool runs the command line in its argument `command`."""

    folder: Path
    """The working folder."""
    writable: tuple[Path, ...] = ()
    """The folders that other tools may write to, so no program in them is trusted."""


@dataclass(frozen=True)
class ToolDefinition:
    """A tool without its code.

    A name has 1 to 128 of `A-Z a-z 0-9 _ . : / -`, and begins with a letter, a digit or `_`. Raises
    ToolDefinitionError for another name, and for a fallback that is not a valid pattern.
    """

    name: str
    """The name by which the model calls it."""
    description: str = ""
    """Its purpose, in words for the model."""
    parameters: dict[str, Any] = field(default_factory=lambda: copy.deepcopy(NO_PARAMETERS))
    """A JSON Schema of an object (draft 2020-12 by default)."""
    server: str | None = None
    """The configuration key of its MCP server. None: it is not a server's."""
    hints: ToolHints = NO_HINTS
    """Its effects according to its author."""
    timeout: float | None = None
    """Seconds that a call may take. None: no limit."""
    function: dict[str, Any] | None = None
    """The exact definition for the model, instead of one built from name, description and parameters."""
    fallbacks: dict[str, Any] | None = None
    """Patterns by which a call is guessed from plain text, if that is switched on; the model does not see
    them.
    """
    commands: CommandPlace | None = None
    """Set for overlay's own command tool only: it runs `ToolContext.argv`, so the user's rules for commands
    apply to it.
    """
    fingerprint: str = field(init=False, default="")
    """The SHA-256 (hex) of everything that defines the tool; permissions are bound to it."""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ToolDefinitionError(
                f"{self.name!r} can't be a tool's name: use 1 to 128 of A-Z a-z 0-9 _ . : / - and begin "
                "with a letter, digit or _"
            )
        for kind, patterns in (self.fallbacks or {}).items():
            for pattern in [patterns] if isinstance(patterns, str) else patterns:
                _compiled(self.name, kind, pattern)
        object.__setattr__(self, "parameters", copy.deepcopy(self.parameters))
        object.__setattr__(self, "fallbacks", copy.deepcopy(self.fallbacks))
        object.__setattr__(self, "function", copy.deepcopy(self.function))
        object.__setattr__(self, "fingerprint", self._digest())

    def _digest(self) -> str:
        what = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
            "server": self.server,
            "hints": {hint: said for hint, said in asdict(self.hints).items() if said or hint != "raw_text"},
            "function": self.function,
        }
        if self.fallbacks:
            what["fallbacks"] = self.fallbacks
        try:
            text = json.dumps(what, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        except (TypeError, ValueError) as error:
            raise ToolDefinitionError(
                f"the definition of {self.name!r} is not JSON ({error}): give its parameters as plain dicts "
                "and lists"
            ) from error
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def bare_name(self) -> str:
        """The name without its server: `read_file` for `files.read_file` of the server `files`."""
        return self.name.partition(".")[2] if self.server is not None else self.name

    def for_ai(self) -> dict[str, Any]:
        """Return what the model sees: `function` unchanged, or `{"name", "description", "parameters"}`."""
        if self.function is not None:
            return copy.deepcopy(self.function)
        return {
            "name": self.name,
            "description": self.description,
            "parameters": copy.deepcopy(self.parameters),
        }

    def for_detection(self) -> dict[str, Any]:
        """Return what detection uses: the schema, to type arguments, and the fallbacks, to guess calls."""
        known: dict[str, Any] = {"name": self.name, "parameters": self.parameters}
        return known | {"fallbacks": self.fallbacks} if self.fallbacks else known


def _compiled(name: str, kind: str, pattern: object) -> None:
    try:
        compiled(str(pattern), groups=True, ignore_case=True)
    except PatternError as error:
        raise ToolDefinitionError(
            f"the fallback {kind} of {name!r} is not a valid pattern: {pattern!r}: {error}"
        ) from error
