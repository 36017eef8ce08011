"""What a format's parser works with: the source, the tools, and the calls it opens."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .argument_types import fitted
from .call_builder import CallBuilder, EventLog, Shown, report
from .model import ToolCall
from .stream_buffer import Parser, StreamBuffer
from .tool_index import ToolIndex


class ParseContext(StreamBuffer):
    """A source with the tools given and the drafts of calls that are open in it."""

    __slots__ = ("begin", "construct", "drafts", "last_end", "log", "pending_from", "tools")

    def __init__(self, tools: ToolIndex) -> None:
        super().__init__()
        self.tools = tools
        self.log = EventLog()
        self.drafts: list[CallBuilder] = []
        self.pending_from: int | None = None
        self.construct: int | None = (
            None  # where the construct under reading begins, until its first call is drafted
        )
        self.begin = (
            0  # where the text of the present construct begins: its opener, or earlier if a family says so
        )
        self.last_end = 0

    def draft(self, format_id: str, start: int) -> CallBuilder:
        """Begin a call whose own text starts at `start`."""
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
        """The text of `draft` ends at `end`, by default here; its arguments are what it collected."""
        stop = self.at if end is None else end
        self.drafts.remove(draft)
        schemas = self.tools.parameters(draft.name)
        if schemas:
            draft.arguments = {key: fitted(found, schemas.get(key)) for key, found in draft.arguments.items()}
        draft.close(
            span=(draft.start, stop),
            raw=self.slice(draft.start, stop),
            complete=complete,
            repaired=repaired,
            error=error,
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
        """What `draft` and `close` do, for a call whose text from `start` to here has been read at once."""
        hide_from, self.construct = self.construct, None
        schemas = self.tools.parameters(name)
        if schemas:
            arguments = {key: fitted(found, schemas.get(key)) for key, found in arguments.items()}
        stop = self.last_end = self.at
        call = ToolCall(
            name=name,
            arguments=arguments,
            call_id=call_id,
            format=format_id,
            confidence="repaired" if repaired or self.log.doubtful else "structured",
            complete=True,
            span=(start, stop),
            raw=self.slice(start, stop),
            thoughts=thoughts,
            description=None,
            error=None,
        )
        report(self.log, call, start if hide_from is None else hide_from, shown, late_id=late_id)

    @property
    def ignoring(self) -> bool:
        """Whether what is being read is known to be other text, which belongs to nobody else."""
        return self.pending_from is None

    def close_shown(self) -> None:
        """The text ended: what was shown of open calls is all there is of them."""
        for draft in list(self.drafts):
            if draft.shown:
                self.close(draft, complete=False)

    def withdraw_all(self, reason: str) -> None:
        """Take back every open draft: there was no call."""
        for draft in self.drafts:
            draft.withdraw(reason)
        self.drafts.clear()


@dataclass(frozen=True)
class CallFormat:
    """One format.

    `openers` are the literal texts (lower case) that a call in it begins with; `read` starts on the first
    of them, raises `Refuted` if it is no call after all, `EndOfInput` if the text ends, and returns behind
    the call or calls. `line_openers` count only at the start of a line. Among families with the same opener
    the lower `rank` is tried first: 0 wrapper tokens, 1 `xml_invoke` and `jsonl`, 2 other tags, 3 JSON
    objects, 4 bare lists, 5 lines. `patterns` are openers that are no literals (each begins with `<`),
    `from_tools` gives those that depend on the tools' names, `labels` are those of fenced blocks that a call
    fills without an opener. `cost` is what a try in vain costs besides what it reads, in code points.

    Two short cuts, for what is in the buffer already. Where `refused` matches at the opener, `read` would
    raise `Refuted` at the end of the match, so it isn't called. `whole` does what `read` does, for a plain
    construct that is here to its end, and says False, having done nothing, about any other.
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
