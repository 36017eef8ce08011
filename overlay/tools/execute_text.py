"""Text in, text out: runs the calls that stand in a text and puts each result in its place. No page, no
policy.

Whoever calls this has decided that the calls may run; the companion never does.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from overlay.detection import StreamDetector, ToolCall


class Registry(Protocol):
    """What is asked of a registry; `overlay.tools.ToolRegistry` is one."""

    def get_tools_for_ai(self) -> Sequence[Mapping[str, Any]]: ...

    def has_tool(self, name: str) -> bool: ...

    def call_tool(self, name: str, arguments: dict[str, Any]) -> Any: ...


async def execute_tool_calls(text: str, registry: Registry, *, fallbacks: bool = False) -> str:
    """`text` with every call replaced by its result, or by a line that says what is wrong with it.

    Calls run one after another in their order. A call that is cut off or unreadable is not run. A tool's
    exception becomes an error in the text (with its `code` if it has one); only cancellation goes through.
    """
    # A registry of another kind has no more than it shows the model.
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
    """The text that `call` stands for: its own, and of the wrapper around it what no other call has."""
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
    """A tool's result as text: itself, its `text`, or JSON."""
    if isinstance(result, str):
        return result
    text = getattr(result, "text", None)
    if isinstance(text, str):
        return f"[error: {text}]" if getattr(result, "is_error", False) else text
    return json.dumps(result, ensure_ascii=False, default=str)
