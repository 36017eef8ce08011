"""The heading of a failed call, and the user's advice: one line for each kind of failure."""

from __future__ import annotations

from typing import Any, cast

from overlay.common.language import Phrase, mark
from overlay.tools import ToolError
from overlay.tools.errors import clip

HEADINGS: dict[str, str] = {
    "tool_not_found": mark("No such tool"),
    "tool_invalid": mark("Wrong arguments"),
    "tool_execution_failed": mark("Error"),
    "tool_denied": mark("Not allowed"),
    "tool_rate_limited": mark("Too many calls"),
    "tool_timeout": mark("Time limit"),
    "tool_cancelled": mark("Stopped"),
}
"""The heading above the result for each error code."""
NAME = 80
"""The most characters of a name in the advice."""
CORRECT = mark("Send this to the model: it can correct the call.")
GO_ON = mark("Send this to the model: it can try something else.")
RUN_AGAIN = mark("To run it once more, press Run again.")
BY_POLICY = mark("Your configuration denies this tool: see deny under [policy].")
SWITCHED_OFF = mark("Switch it on in the panel, under Tools; then press Run again.")
SERVERS: dict[str, str] = {
    "disabled": mark("Switch the server {} on in the panel, under Servers; then press Run again."),
    "connecting": mark("The server {} is starting. When it is ready, press Run again."),
    "failed": mark("Start the server {} again in the panel, under Servers: switch it off and on."),
    "ended": mark("Start the server {} again in the panel, under Servers; then press Run again."),
}
"""The advice about a server that is in this state, or that ended while the tool ran."""


def heading_of(code: str | None) -> str:
    """Return the heading of a result with this error code; "" without one."""
    return HEADINGS.get(code, "Error") if code else ""


def advice_on(error: ToolError, tool: str) -> str:
    """Return one line for the user about what to do after `error` of the tool; "" if nothing needs doing."""
    data = error.data
    match error.code:
        case "tool_not_found":
            return _on_missing(data)
        case "tool_invalid":
            return _on_arguments(data)
        case "tool_timeout":
            return _on_time(tool, data)
        case "tool_execution_failed":
            return _on_server(data) or GO_ON
        case "tool_rate_limited" | "tool_cancelled":
            return RUN_AGAIN
        case _:
            return GO_ON


def _on_missing(data: dict[str, Any]) -> str:
    if data.get("disabled"):
        return SWITCHED_OFF
    nearest = [str(name) for name in data.get("nearest", [])[:1]]
    return Phrase(mark("The nearest name is {}. {}"), clip(nearest[0], NAME), CORRECT) if nearest else CORRECT


def _on_arguments(data: dict[str, Any]) -> str:
    errors = cast("list[dict[str, Any]]", data.get("errors", []))
    paths = dict.fromkeys(str(error.get("path", "")).removeprefix("$").lstrip(".") for error in errors)
    names = [path for path in paths if path]
    if not names:
        return CORRECT
    first = clip(names[0], NAME)
    if len(names) == 1:
        return Phrase(mark("Look at the argument {}. {}"), first, CORRECT)
    return Phrase(mark("Look at the argument {} and {} more. {}"), first, len(names) - 1, CORRECT)


def _on_time(tool: str, data: dict[str, Any]) -> str:
    seconds = data.get("seconds")
    wanted = f"{2 * seconds:g}" if isinstance(seconds, int | float) else "600"
    return Phrase(
        mark('For more time, set "{}" = {} under [tools.time_limits] in your configuration.'),
        clip(tool, NAME),
        wanted,
    )


def _on_server(data: dict[str, Any]) -> str:
    state = "ended" if data.get("ended") else str(data.get("state", ""))
    return Phrase(SERVERS[state], clip(str(data.get("server", "")), NAME)) if state in SERVERS else ""
