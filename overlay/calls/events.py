"""What `Companion.events()` tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

Kind = Literal[
    "detected", "named", "streaming", "incomplete", "invalid", "ready", "waiting", "running", "done",
    "failed", "denied", "cancelled", "unknown", "result", "withdrawn", "inserted", "submitted", "asked",
    "limit", "trouble",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlockInfo:
    """A block as it stood then. `result` is the text for the model, or None."""

    id: str
    kind: Literal["call", "result"]
    name: str
    call_id: str
    status: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    format: str = ""
    confidence: str = ""
    complete: bool = False
    live: bool = False
    note: str = ""
    result: str | None = None
    error_code: str | None = None
    returned: bool = False
    role: str = "unknown"
    turn: int = -1


@dataclass(frozen=True, slots=True)
class Event:
    """`at` is in seconds of the monotonic clock; `block` is missing where none is meant."""

    kind: Kind
    block: BlockInfo | None = None
    text: str = ""
    url: str = ""
    at: float = field(default_factory=monotonic)
