"""Helpers of the tests of detection."""

from collections.abc import Mapping, Sequence
from typing import Any

from overlay.detection import Event, StreamDetector, ToolCall, detect


def found(
    text: str, tools: Sequence[Mapping[str, Any]] | None = None, **how: Any
) -> list[tuple[str, dict[str, Any]]]:
    """Return name and arguments of the complete calls in `text`."""
    return [(call.name, call.arguments) for call in detect(text, tools, **how) if call.complete]


def only(text: str, tools: Sequence[Mapping[str, Any]] | None = None, **how: Any) -> ToolCall:
    """Return the only call in `text`, complete or not."""
    calls = detect(text, tools, **how)
    assert len(calls) == 1, calls
    return calls[0]


def streamed(
    text: str, size: int = 1, tools: Sequence[Mapping[str, Any]] | None = None, **how: Any
) -> tuple[list[Event], list[ToolCall]]:
    """Feed `text` in deltas of `size`; return the events and the calls."""
    detector = StreamDetector(tools, **how)
    events: list[Event] = []
    for at in range(0, len(text), size):
        events += detector.feed(text[at : at + size])
    events += detector.finish()
    return events, detector.calls


STATES = {"structured": "c", "repaired": "r", "fallback": "f"}

Wanted = Sequence[tuple[str, dict[str, Any] | None, str]]
"""Calls as `cases/README.md` describes them: name, arguments (None: any), and the states that are right."""


def state(call: ToolCall) -> str:
    """Return the state of a call as one letter: "i" for incomplete, else how it was read."""
    return STATES[call.confidence] if call.complete else "i"


def fits(calls: Sequence[ToolCall], wanted: Wanted) -> bool:
    """Return whether the calls are the wanted ones, in order."""
    return len(calls) == len(wanted) and all(
        call.name == name and arguments in (None, call.arguments) and state(call) in states
        for call, (name, arguments, states) in zip(calls, wanted, strict=True)
    )


def tool(name: str, **types: str) -> dict[str, Any]:
    """Return a tool's definition with parameters of the given JSON types."""
    properties = {key: {"type": kind} for key, kind in types.items()}
    return {"name": name, "parameters": {"type": "object", "properties": properties}}
