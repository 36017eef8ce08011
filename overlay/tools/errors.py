"""Errors of tools, with messages that the model and the user can act on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

ErrorCode = Literal[
    "tool_not_found",
    "tool_invalid",
    "tool_execution_failed",
    "tool_denied",
    "tool_rate_limited",
    "tool_timeout",
    "tool_cancelled",
]


class ToolError(Exception):
    """A call failed.

    `code` is one of `ErrorCode`, `message` one or two sentences for the model, `data` details for programs:
    `{"nearest": [names]}` (and `"replacement"` for a retired name) with tool_not_found, `{"errors": [{"path",
    "message"}]}` with tool_invalid, `{"type": name of the exception}` with tool_execution_failed.
    """

    def __init__(self, code: ErrorCode, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.data: dict[str, Any] = data or {}

    def as_dict(self) -> dict[str, Any]:
        """Return the error as JSON: `{"code", "message", "data"}`."""
        return {"code": self.code, "message": self.message, "data": self.data}


class ToolDefinitionError(ValueError):
    """A tool's definition is invalid, so the tool can't be added. The message says what to change."""


@dataclass(frozen=True, slots=True)
class LoadProblem:
    """A file, entry point or server tool that could not be loaded. The others were loaded."""

    source: str
    """Its path, or `group:name`."""
    message: str
    """Why it could not be loaded."""
    line: int | None = None
    """The line of the error, from 1. None: unknown."""

    def __str__(self) -> str:
        return f"{self.source}{f', line {self.line}' if self.line else ''}: {self.message}"


def clip(text: str, limit: int) -> str:
    """Return `text`, or its first `limit` code points and the number of those left out."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit} more characters)"
