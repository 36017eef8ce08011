"""Runs the calls in a text and replaces each with its result, without a page and without a policy.

The caller must have decided that the calls may run; the companion never uses this.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from overlay.detection import StreamDetector, ToolCall


class Registry(Protocol):
    """The part of a registry that is used here; `overlay.tools.ToolRegistry` is one."""

    def get_tools_for_ai(self) -> Sequence[Mapping[str, Any]]: ...

    def has_tool(self, name: str) -> bool: ...

    def call_tool(self, name: str, arguments: dict[str, Any]) -> Any: ...


async def execute_tool_calls(text: str, registry: Registry, *, fallbacks: bool = False) -> str:
    """Return `text` with every call replaced by its result, or by one line that describes the error.

    Calls run one after another, in order. An incomplete or unreadable call is not run. An exception of a tool
    becomes an error in the text (with its `code` if it has one); only cancellation is raised.
    """
    # Other registries have only the definitions for the model.
    known = getattr(registry, "for_detection", registry.get_tools_for_ai)()
    detector = StreamDetector(known, fallbacks=fallbacks)
    detector.feed(text)
    detector.finish()
    pieces: list[str] = []
    last = 0
    calls = sorted(detector.calls, key=lambda call: call.span)
    for call in calls:
        start, end = _place(call, calls, detector.ranges)
        pieces += [text[last : max(start, last)], await _outcome(call, registry)]
        last = max(end, last)
    return "".join(pieces) + text[last:]


def _place(call: ToolCall, calls: list[ToolCall], ranges: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the range of text to replace for `call`: its own, and the part of its wrapper that belongs to no
    other call.
    """
    start, end = call.span
    for low, high in ranges:
        if low <= start and end <= high:
            inside = [other.span for other in calls if low <= other.span[0] and other.span[1] <= high]
            start = low if call.span == inside[0] else start
            end = high if call.span == inside[-1] else end
    return start, end


async def _outcome(call: ToolCall, registry: Registry) -> str:
    if not call.complete:
        return f"[error: {call.error or f'the call of {call.name} is cut off'}; it was not run]"
    if not registry.has_tool(call.name):
        return f"[error: there is no tool {call.name}]"
    try:
        result = registry.call_tool(call.name, call.arguments)
        if inspect.isawaitable(result):
            result = await result
    except Exception as problem:
        code = getattr(problem, "code", "tool_execution_failed")
        return f"[error: {code}: {problem}]"
    return result_text(result)


def result_text(result: object) -> str:
    """Return a tool's result as text: a string unchanged, its `text`, or JSON."""
    if isinstance(result, str):
        return result
    text = getattr(result, "text", None)
    if isinstance(text, str):
        return f"[error: {text}]" if getattr(result, "is_error", False) else text
    return json.dumps(result, ensure_ascii=False, default=str)
