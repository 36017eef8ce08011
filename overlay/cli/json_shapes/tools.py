"""The objects that commands print with `--json` about tools and their calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from overlay.tools.errors import LoadProblem
from overlay.tools.result import ToolLink


@dataclass(frozen=True, slots=True)
class ToolState:
    """The state of a tool, which its definition doesn't have."""

    enabled: bool
    """The tool is switched on."""
    source: str
    """Where it comes from."""


@dataclass(frozen=True, slots=True)
class ToolTrust:
    """How far a tool's description counts."""

    hints_are_trusted: bool
    """overlay uses its hints, because no server offers it or because you trust its server."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of this machine."""

    tools: list[dict[str, Any]]
    """Each tool, with the fields of `overlay tools show`, but for `hints_are_trusted`."""
    problems: list[LoadProblem]
    """The parts that could not be loaded."""


@dataclass(frozen=True, slots=True)
class Media:
    """A picture or a sound."""

    mime_type: str
    """Its media type."""
    base64: str
    """Its bytes."""


@dataclass(frozen=True, slots=True)
class Called:
    """The result of a tool, or why it has none."""

    text: str = ""
    """The result as text."""
    structured: Any | None = None
    """The same as JSON, if the tool returned data."""
    is_error: bool = False
    """The tool gave a result that says that it failed; `text` says why."""
    private: bool = False
    """The result is shown only in the panel."""
    images: list[Media] = field(default_factory=list[Media])
    """Its pictures."""
    sounds: list[Media] = field(default_factory=list[Media])
    """Its sounds."""
    links: list[ToolLink] = field(default_factory=list[ToolLink])
    """Resources that it names."""
    error: dict[str, Any] | None = None
    """The error, if there is no result: its `code` (one of `ErrorCode`), `message` and `data`."""
