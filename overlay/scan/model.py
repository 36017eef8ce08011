"""The input and output of a scan."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal, cast

from overlay.detection import ToolCall

Role = Literal["user", "assistant", "reasoning", "system", "tool", "unknown"]

LIMIT = 256 * 1024 * 1024
"""Limit in bytes for data held in memory at once: a page, a text, a line of JSONL, a conversation of an
export.
"""


class Unreadable(ValueError):
    """A file that can't be read further; the message says why and what to do."""


class UnknownShape(Unreadable):
    """Valid JSON that is not a chat in a known shape; in a folder such a file is skipped."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to scan: its path, the name to display, and whether the user named it.

    A file that was only found in a folder is skipped if it holds no chat.
    """

    path: str
    name: str
    named: bool = True


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a scan.

    `tools` is a JSON list of tool definitions as text, so that options can be sent to workers and compared.
    """

    tools: str = "[]"
    fallbacks: bool = False

    def definitions(self) -> list[dict[str, Any]]:
        """Return the tool definitions. Raises ValueError if `tools` is not a JSON list."""
        found: Any = json.loads(self.tools)
        if not isinstance(found, list):
            raise ValueError("expected a JSON list of tool definitions")
        return cast("list[dict[str, Any]]", found)


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of text in which calls are searched separately.

    `fence` is the label of the code block whose content the text is, None for prose. `lines` are (offset,
    line) pairs by rising offset: at `offset` in the text, line `line` of the source begins. The line of a
    call is that of the last pair at or before its span, plus the line breaks between. `lines` is empty if the
    lines of the file are unknown. `calls` are set if the reader found them itself. `rendered`: the text was
    rendered from Markdown, so it isn't exactly what the model wrote.
    """

    text: str
    fence: str | None = None
    lines: tuple[tuple[int, int], ...] = ()
    calls: tuple[ToolCall, ...] | None = None
    rendered: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat. `conversation` and `message` are the source's own names for them, if it has any.

    `line` is the line of the file that holds the whole message (in JSONL), otherwise None.
    """

    role: Role
    pieces: tuple[TextSpan, ...]
    conversation: str | None = None
    message: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A call and its place. `line` counts from 1, in the file or in the message (`line_in`)."""

    file: str
    line: int
    line_in: Literal["file", "message"]
    role: Role
    conversation: str | None
    message: str | None
    call: ToolCall

    @property
    def runnable(self) -> bool:
        """Whether the call could be run: it is complete, and not in a message of the user, the system or a
        tool.
        """
        return self.role in ("assistant", "unknown") and self.call.complete and self.call.error is None

    def as_json(self) -> dict[str, Any]:
        """Return one flat object: the place, then the fields of the call."""
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
    """A file, or a line of one, that could not be read; what was found elsewhere in the file still counts."""

    file: str
    why: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.why}"


Finding = Found | ReadError
