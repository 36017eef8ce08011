"""The entry points of detection: `StreamDetector` for text in deltas, `detect` for a whole text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from .code_blocks import Fence
from .events_ahead import EventsAhead
from .model import Event, ToolCall
from .opener_searches import searches_for
from .parse_context import ParseContext
from .scanner import Scanner
from .stream_buffer import KEEP
from .tool_index import ToolIndex

_LONE = re.compile(r"[\ud800-\udfff]")


def without_lone_surrogates(text: str) -> str:
    """Return `text` with U+FFFD in place of each lone surrogate."""
    try:
        text.encode()  # raises for lone surrogates, and is faster than a search for them
    except UnicodeEncodeError:
        return _LONE.sub("\ufffd", text)
    return text


class StreamDetector:
    """Finds the tool calls in a text that arrives in deltas; the cost of feeding depends on the delta alone.

    With `fence=None` the text is Markdown or prose as a model prints it. With `fence="xml"` (or any label, ""
    for none) all of it is the content of one code block with that label. `tools` are definitions (`name`,
    `parameters`, and `fallbacks` as `overlay help tools` says), plain or as OpenAI wraps them.
    With `examples_count=True`, calls that the text announces as examples are calls too.
    `fallbacks=True` also applies the patterns that the tools declare, at the end of a text without any call.

    Raises `ValueError` naming the entry if an entry of `tools` does not define a tool.
    """

    def __init__(
        self,
        tools: Sequence[Mapping[str, Any]] | ToolIndex | None = None,
        *,
        fallbacks: bool = False,
        fence: str | None = None,
        examples_count: bool = False,
    ) -> None:
        index = tools if isinstance(tools, ToolIndex) else ToolIndex(tools)
        self._scan = scan = ParseContext(index)
        self._log = scan.log
        scan.length = scan.base = -1
        scan.push("\n")  # the first line starts with a line break, as all others do
        block = None if fence is None else Fence("", 0, fence, 0)
        self._ahead = EventsAhead(block) if block and not block.data else None
        searches = searches_for(tuple(index))
        self._machine = Scanner(
            scan, searches, block, fallbacks=fallbacks and index.given, examples_count=examples_count
        )
        self._run = self._machine.steps()
        next(self._run)

    @property
    def calls(self) -> list[ToolCall]:
        """The calls closed so far, in the order in which they were closed."""
        return self._log.calls

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The (start, end) of the texts that contain calls, including the wrappers of calls."""
        return self._machine.ranges

    @property
    def length(self) -> int:
        """The number of code points fed so far."""
        return self._scan.length

    @property
    def pending_from(self) -> int | None:
        """The start of the text that is or may still become a call; None if all text so far is ordinary."""
        fence = self._machine.prose.fence
        if fence and fence.waiting and self._scan.length > fence.start:
            return fence.start
        return self._scan.pending_from

    @property
    def waits_for_end(self) -> bool:
        """Whether all of its calls are complete, and count if their text ends here."""
        whole_at = self._scan.whole_at
        if whole_at is not None and self._scan.pending_from is not None:
            return not self._scan.slice(whole_at, self._scan.length).strip()
        fence = self._machine.prose.fence
        return bool(fence and fence.waiting and fence.log.calls and self._scan.pending_from is None)

    def feed(self, delta: str) -> list[Event]:
        """Take the next piece of the text and return the new events. A lone surrogate is read as U+FFFD."""
        scan = self._scan
        if scan.eof or not delta:
            return []
        if not delta.isascii():
            delta = without_lone_surrogates(delta)
        lane = scan.fast_path
        scan.push(delta)
        if lane is not None and lane[0](delta) is None:
            scan.pos = len(delta)
            lane[1](delta)
        else:
            next(self._run)
        if scan.pos > KEEP:
            scan.release()
        return self._new_events() if self._log.events or self._ahead else []

    def read_whole(self, text: str) -> list[ToolCall]:
        """Take the whole text, without events; return its calls in the order of their spans."""
        self._log.unheard = True
        self.feed(text)
        self.finish()
        return sorted(self.calls, key=attrgetter("span"))

    def finish(self) -> list[Event]:
        """End the text, close open calls as incomplete, and return the new events; [] if called again."""
        if not self._scan.eof:
            self._scan.eof = True
            next(self._run, None)
        return self._new_events()

    def _new_events(self) -> list[Event]:
        """Return the events since the last call."""
        events, self._log.events = self._log.events, []
        return events if self._ahead is None else self._ahead.take(events, ended=self._scan.eof)


def detect(
    text: str,
    tools: Sequence[Mapping[str, Any]] | None = None,
    *,
    fallbacks: bool = False,
    fence: str | None = None,
) -> list[ToolCall]:
    """Return the tool calls in `text` in the order of their spans; those cut off have `complete=False`.

    The parameters and the errors raised are those of `StreamDetector`.
    """
    detector = StreamDetector(tools, fallbacks=fallbacks, fence=fence)
    return detector.read_whole(text)
