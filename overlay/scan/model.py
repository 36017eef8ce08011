"""The input and output of a scan."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any, Literal, cast

from overlay.detection import ToolCall

Role = Literal["user", "assistant", "reasoning", "system", "tool", "unknown"]

Branch = Literal["current", "other"]
"""Whether a message is on the path of a chat that the site shows, or was edited or generated again since."""

LIMIT = 256 * 1024 * 1024
"""The most bytes in memory at once: of a page, a text, a line of JSONL, or a conversation of an export."""


class Unreadable(ValueError):
    """A file that can't be read further; the message says why and what to do."""


class UnknownShape(Unreadable):
    """Valid JSON that is not a chat in a known shape. Such a file in a folder is skipped."""


class InseparableError(Exception):
    """A part of a file depends on the parts before it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a JSONL file: from the byte `start` up to `end`, after `lines` lines."""

    start: int
    end: int
    lines: int
    last: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A file to scan: its path, the name to display, and whether the user named it; or a `part` of a file.

    A file that was found in a folder is skipped if it contains no chat.
    """

    path: str
    name: str
    named: bool = True
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class ScanOptions:
    """The options of a scan.

    `tools` is a JSON list of tool definitions as text, so that the options can be hashed and sent to workers.
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

    `fence` is the label of the text's code block, None if it is not in one. `lines` are (offset, line) pairs
    by rising offset: at `offset` in the text, line `line` of the source begins. The line of a call is that of
    the last pair at or before its span, plus the line breaks between. `lines` is empty if the lines of the
    file are unknown. `calls` is set if the reader has found the calls itself. `rendered`: the text was
    rendered from Markdown, so it is not exactly the model's text.
    """

    text: str
    fence: str | None = None
    lines: tuple[tuple[int, int], ...] = ()
    calls: tuple[ToolCall, ...] | None = None
    rendered: bool = False


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a chat. `conversation` and `message` are their names in the source, if it has any.

    `line` is the line of the file that contains the whole message (in JSONL), otherwise None. `branch` is
    None if the source has one version of each message only.
    """

    role: Role
    pieces: tuple[TextSpan, ...]
    conversation: str | None = None
    message: str | None = None
    line: int | None = None
    branch: Branch | None = None


@dataclass(frozen=True, slots=True)
class FoundCall:
    """A call and its place. `line` counts from 1, in the file or in the message (`line_in`)."""

    file: str
    line: int
    line_in: Literal["file", "message"]
    role: Role
    conversation: str | None
    message: str | None
    call: ToolCall
    branch: Branch | None = None

    @property
    def runnable(self) -> bool:
        """Whether the call could be run: it is complete, and in an answer or a text of unknown role."""
        return self.role in ("assistant", "unknown") and self.call.complete and self.call.error is None

    def as_json(self) -> dict[str, Any]:
        """Return one flat object: the place, then the fields of the call."""
        return {name: getattr(self, name) for name in _PLACE} | self.call.model_dump()


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """The place of a call in a file, as fields of its JSON object."""

    file: str
    """The file; for a file in an archive, with the archive before it."""
    line: int
    """Its line, from 1."""
    line_in: Literal["file", "message"]
    """The text in which the line is counted."""
    role: Role
    """Who wrote it."""
    conversation: str | None
    """The conversation. None: unknown."""
    message: str | None
    """The message. None: unknown."""
    runnable: bool
    """The call could be run: it is complete, and not in a user's message."""
    branch: Branch | None
    """`other` in a message that was edited or generated again. None: unknown."""


_PLACE = tuple(one.name for one in fields(FoundPlace))


@dataclass(frozen=True, slots=True)
class ReadError:
    """A file or a line that could not be read; findings in the rest of the file still count."""

    file: str
    why: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.why}"


Finding = FoundCall | ReadError
