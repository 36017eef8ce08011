"""What detection says: the call it found, and the events by which a call grows while its text streams in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Confidence = Literal["structured", "repaired", "fallback"]


class ToolCall(BaseModel):
    """One tool call as the model printed it.

    `span` is (start, end) in code points of the source text, `raw` the text it covers. `complete` is true
    only if the format's own end was seen (or, for formats that have none, the end of the text). `error`
    says why an unmistakable call can't be run (its JSON doesn't parse, for example); such a call is never
    complete.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    call_id: str | None = None
    format: str
    confidence: Confidence = "structured"
    complete: bool = True
    span: tuple[int, int]
    raw: str
    thoughts: str | None = None
    description: str | None = None
    error: str | None = None


# The events aren't frozen: there is one for each delta, and a frozen one takes three times as long to make.


@dataclass(slots=True)
class CallOpened:
    """Call number `call` (0, 1, … in one stream) begins at `start`; its raw text is to be hidden from
    there.
    """

    call: int
    start: int


@dataclass(slots=True)
class CallNamed:
    """The name is complete. `call_id` may come later, with a second event."""

    call: int
    name: str
    call_id: str | None = None


@dataclass(slots=True)
class ArgumentDelta:
    """`text` is appended to what the argument `key` shows so far (decoded text, not JSON escapes)."""

    call: int
    key: str
    text: str


@dataclass(slots=True)
class ArgumentClosed:
    """No more text comes for `key`."""

    call: int
    key: str


@dataclass(slots=True)
class CallClosed:
    """The call's text is over. `result.complete` says if it may be run."""

    call: int
    result: ToolCall


@dataclass(slots=True)
class CallWithdrawn:
    """What was opened turned out to be no call: everything shown of it is to be taken back."""

    call: int
    reason: str


Event = CallOpened | CallNamed | ArgumentDelta | ArgumentClosed | CallClosed | CallWithdrawn
