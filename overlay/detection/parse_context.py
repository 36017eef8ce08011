"""The input and the state of a format's parser: the text, the tools, and the calls it has begun."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .argument_types import fitted
from .call_builder import CallBuilder, EventLog, Shown, report
from .model import trusted_call
from .stream_buffer import Parser, StreamBuffer
from .tool_index import ToolIndex
from .windows_paths import meant_paths


class ParseContext(StreamBuffer):
    """A stream buffer with the given tools and the drafts of the calls that are still being read."""

    __slots__ = (
        "begin",
        "block_end",
        "construct",
        "drafts",
        "in_data",
        "last_end",
        "log",
        "pending_from",
        "tools",
        "whole_at",
    )

    def __init__(self, tools: ToolIndex) -> None:
        super().__init__()
        self.tools = tools
        self.log = EventLog()
        self.drafts: list[CallBuilder] = []
        self.pending_from: int | None = None
        self.construct: int | None = (
            None  # start of the construct being read, until its first call is drafted
        )
        self.block_end: str | None = None  # the pattern of the line that closes the code block around
        self.in_data = False  # whether the text is in a code block of data
        self.whole_at: int | None = None  # end of JSON that is a call if only white space follows
        self.begin = 0  # start of the current construct's text: its opener, or earlier if the format says so
        self.last_end = 0

    def restart(self, text: str) -> None:
        """Start again with `text` as the whole text, for its calls alone: there are no events."""
        self.hold(text)
        self.log = EventLog()
        self.log.unheard = True
        if self.drafts:
            self.drafts = []
        self.pending_from = self.construct = self.block_end = self.whole_at = None
        self.in_data = False
        self.begin = self.last_end = 0

    def draft(self, format_id: str, start: int) -> CallBuilder:
        """Begin a call whose own text starts at `start` (absolute)."""
        hide_from, self.construct = self.construct, None
        draft = CallBuilder(self.log, format_id, start, hide_from)
        self.drafts.append(draft)
        return draft

    def close(
        self,
        draft: CallBuilder,
        *,
        end: int | None = None,
        complete: bool = True,
        repaired: bool = False,
        error: str | None = None,
        thoughts: str | None = None,
        description: str | None = None,
    ) -> None:
        """Close `draft`, whose text ends at `end` (default: the current position), with the arguments it
        collected.
        """
        stop = self.at if end is None else end
        self.drafts.remove(draft)
        schemas = self.tools.parameters(draft.name)
        if schemas:
            draft.arguments = {key: fitted(found, schemas.get(key)) for key, found in draft.arguments.items()}
        raw = self.slice(draft.start, stop)
        repaired |= draft.mended
        if "\\" in raw:
            draft.arguments, odd = meant_paths(draft.arguments, raw)
            repaired |= odd
            if repaired:  # an escape may have been shown decoded that is not one
                draft.redraw()
        draft.close(
            span=(draft.start, stop),
            raw=raw,
            complete=complete,
            repaired=repaired,
            error=error or draft.problem,
            thoughts=thoughts,
            description=description,
        )
        self.last_end = stop

    def report(
        self,
        format_id: str,
        start: int,
        name: str,
        arguments: dict[str, Any],
        shown: Shown,
        *,
        call_id: str | None = None,
        late_id: bool = False,
        repaired: bool = False,
        thoughts: str | None = None,
    ) -> None:
        """Report a call whose text, from `start` to here, is all in the buffer, like `draft` and `close`.

        Its arguments contain no `meant_paths`.
        """
        hide_from, self.construct = self.construct, None
        schemas = self.tools.parameters(name)
        if schemas:
            arguments = {key: fitted(found, schemas.get(key)) for key, found in arguments.items()}
        stop = self.last_end = self.base + self.pos
        call = trusted_call(
            {
                "name": name,
                "arguments": arguments,
                "call_id": call_id,
                "format": format_id,
                "confidence": "repaired" if repaired or self.log.unsure else "structured",
                "complete": True,
                "span": (start, stop),
                "raw": self.buf[start - self.base : self.pos],
                "thoughts": thoughts,
                "description": None,
                "error": None,
            }
        )
        if self.log.unheard:
            self.log.opened += 1
            self.log.calls.append(call)
        else:
            report(self.log, call, start if hide_from is None else hide_from, shown, late_id=late_id)

    @property
    def ignoring(self) -> bool:
        """Return whether the text being read is known to be ordinary, so that no other format tries it."""
        return self.pending_from is None

    def close_shown(self) -> None:
        """Close the shown drafts as incomplete, with what was read of them: the text has ended."""
        for draft in list(self.drafts):
            if draft.shown:
                draft.keep()
                self.close(draft, complete=False)

    def withdraw_all(self, reason: str) -> None:
        """Withdraw every open draft: there was no call."""
        for draft in self.drafts:
            draft.withdraw(reason)
        self.drafts.clear()


@dataclass(frozen=True)
class CallFormat:
    """One call format.

    `openers` are the literal texts (lower case) that begin a call in this format. `read` starts on the first
    code point of an opener and returns when it is past the call or calls; it raises `NotACall` if there is
    none and `EndOfInput` if the text ends. `line_openers` count only at the start of a line. Among formats
    with the same opener the lower `rank` is tried first: 0 wrapper tokens, 1 `xml_invoke` and `jsonl`, 2
    other tags, 3 JSON objects, 4 bare lists, 5 lines. `patterns` are regular expressions for openers that
    aren't literal (each begins with `<`, word characters or `-`, and `:` or `.`), `from_tools` returns the
    openers that depend on the tools' names, `labels` are those of code blocks that contain only a
    call, without an opener. `cost` is what a failed attempt costs besides the text it read, in code points.

    Two fast checks work on text that is in the buffer already. `refused`: where it matches at the opener,
    `read` would raise `NotACall` at the end of the match, so `read` isn't called. `whole` does the work of
    `read` for a plain construct that is complete in the buffer, and returns False, with nothing read, for any
    other. `needs`: the text of each call contains one of these (lower case), or an escape that may hide its
    letters.
    """

    id: str
    rank: int
    openers: tuple[str, ...]
    read: Callable[[ParseContext], Parser[None]]
    line_openers: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    from_tools: Callable[[tuple[str, ...]], tuple[str, ...]] | None = None
    labels: tuple[str, ...] = ()
    cost: int = 24
    refused: re.Pattern[str] | None = None
    whole: Callable[[ParseContext], bool] | None = None
    needs: tuple[str, ...] = ()
