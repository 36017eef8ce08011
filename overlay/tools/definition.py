"""What a tool is, towards the model and towards the policy."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from overlay.common.patterns import PatternError, compiled
from overlay.tools.errors import ToolDefinitionError

# ASCII only: a name that looks like another tool's but is not must not be possible.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}")

NO_PARAMETERS: dict[str, Any] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class ToolHints:
    """What a tool may do, as its author says; a policy may tighten by these, never loosen.

    `read_only`: changes nothing; `destructive`: can delete or overwrite; `sends_out`: can carry data off this
    machine; `private`: reads the person's own data; `untrusted`: brings in text that others wrote.
    """

    read_only: bool = False
    destructive: bool = False
    sends_out: bool = False
    private: bool = False
    untrusted: bool = False


NO_HINTS = ToolHints()


@dataclass(frozen=True)
class ToolDefinition:
    """A tool without its code.

    `parameters` is a JSON Schema of an object (2020-12 unless it says otherwise), `server` the configuration
    key of the MCP server it lives on, `timeout` seconds (None: no limit), `function` the exact definition
    shown to the model in place of one built from name, description and parameters, `fallbacks` the patterns
    by which a call is guessed from plain words, where that is switched on (`overlay.detection.fallbacks` says
    how they read; the model is not shown them). `fingerprint` is the
    SHA-256 (hex) of all that decides what the tool is; a permission is bound to it.

    Raises ToolDefinitionError for a name that is not 1 to 128 of `A-Z a-z 0-9 _ . : / -`, and for a fallback
    that is no pattern.
    """

    name: str
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=lambda: copy.deepcopy(NO_PARAMETERS))
    server: str | None = None
    hints: ToolHints = NO_HINTS
    timeout: float | None = None
    function: dict[str, Any] | None = None
    fallbacks: dict[str, Any] | None = None
    fingerprint: str = field(init=False, default="")

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
            "hints": asdict(self.hints),
            "function": self.function,
        }
        if self.fallbacks:
            what["fallbacks"] = self.fallbacks
        try:
            text = json.dumps(what, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        except (TypeError, ValueError) as fault:
            raise ToolDefinitionError(
                f"the definition of {self.name!r} is not JSON ({fault}): give its parameters as plain dicts "
                "and lists"
            ) from fault
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def bare_name(self) -> str:
        """The name without its server: `read_file` for `files.read_file` of the server `files`."""
        return self.name.partition(".")[2] if self.server is not None else self.name

    def for_ai(self) -> dict[str, Any]:
        """What the model is shown: `function` as it is, else `{"name", "description", "parameters"}`."""
        if self.function is not None:
            return copy.deepcopy(self.function)
        return {
            "name": self.name,
            "description": self.description,
            "parameters": copy.deepcopy(self.parameters),
        }

    def for_detection(self) -> dict[str, Any]:
        """What detection may know of it: it types arguments by the schema, and guesses by the fallbacks."""
        known: dict[str, Any] = {"name": self.name, "parameters": self.parameters}
        return known | {"fallbacks": self.fallbacks} if self.fallbacks else known


def _compiled(name: str, kind: str, pattern: object) -> None:
    try:
        compiled(str(pattern), groups=True, ignore_case=True)
    except PatternError as fault:
        raise ToolDefinitionError(
            f"the fallback {kind} of {name!r} is no pattern: {pattern!r}: {fault}"
        ) from fault
