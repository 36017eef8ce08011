"""What goes into a scan and what comes out of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, cast

from overlay.detection import ToolCall

Role = Literal["user", "assistant", "reasoning", "system", "tool", "unknown"]

LIMIT = 256 * 1024 * 1024
"""Bytes of what must be held at once: a page, a text, one line of JSONL, one conversation of an export."""


class Unreadable(ValueError):
    """A file that can't be read further; the message says why and what to do."""


class UnknownShape(Unreadable):
    """Sound JSON that is no chat in a shape known here: in a folder it is passed over."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to scan: where it is, the name it is shown by, and whether the person named it.

    A file that only stood in a folder is passed over when it holds no chat.
    """

    path: str
    name: str
    named: bool = True


@dataclass(frozen=True, slots=True)
class Options:
    """How to look. `tools` is a JSON list of tool definitions as text, so that options travel and compare."""

    tools: str = "[]"
    fallbacks: bool = False

    def definitions(self) -> list[dict[str, Any]]:
        """The tool definitions; ValueError if `tools` is no JSON list."""
        found: Any = json.loads(self.tools)
        if not isinstance(found, list):
            raise ValueError("expected a JSON list of tool definitions")
        return cast("list[dict[str, Any]]", found)


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of text that is read by itself.

    `fence` is the label of the code block whose content it is, None for prose. `lines` says where lines of
    the source begin in it: (offset, line) pairs by rising offset, a call at `span` stands in the line of the
    last pair at or before it plus the line ends between; empty if the lines of the file can't be known.
    `calls` are given when the reader found them itself. `rendered`: Markdown has been through it, so nothing
    is exact.
    """

    text: str
    fence: str | None = None
    lines: tuple[tuple[int, int], ...] = ()
    calls: tuple[ToolCall, ...] | None = None
    rendered: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat. `conversation` and `message` are the source's own names for them, if it has any.

    `line` is the line of the file that the whole message stands in (JSONL), if that is so.
    """

    role: Role
    pieces: tuple[TextSpan, ...]
    conversation: str | None = None
    message: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A call and where it stands. `line` counts from 1, in the file or in the message (`line_in`)."""

    file: str
    line: int
    line_in: Literal["file", "message"]
    role: Role
    conversation: str | None
    message: str | None
    call: ToolCall

    @property
    def runnable(self) -> bool:
        """Whether a person could run it: complete, and not in a message of their own, the system's or a
        tool's.
        """
        return self.role in ("assistant", "unknown") and self.call.complete and self.call.error is None

    def as_json(self) -> dict[str, Any]:
        """One flat object: the place, then the call's own fields."""
        return {
            "file": self.file,
            "line": self.line,
            "line_in": self.line_in,
            "role": self.role,
            "conversation": self.conversation,
            "message": self.message,
            "runnable": self.runnable,
            **self.call.model_dump(),
        }


@dataclass(frozen=True, slots=True)
class ReadError:
    """A file, or a line of one, that could not be read; what was found elsewhere in it still counts."""

    file: str
    why: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.why}"


Finding = Found | ReadError
