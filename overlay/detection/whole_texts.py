"""Finds the calls in many whole texts, such as the messages of an export, one after the other.

Setting up a detector costs more than reading a short text. So this sets up little for each text, and nothing
for a text in which no call can begin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from .detector import StreamDetector, without_lone_surrogates
from .model import ToolCall
from .opener_searches import searches_for
from .parse_context import ParseContext
from .scanner import Scanner
from .tool_index import ToolIndex


class WholeTextDetector:
    """Finds the tool calls in whole texts with the same tools; not for several threads at a time.

    The parameters and the errors raised are those of `StreamDetector`.
    """

    def __init__(
        self, tools: Sequence[Mapping[str, Any]] | ToolIndex | None = None, *, fallbacks: bool = False
    ) -> None:
        self._index = tools if isinstance(tools, ToolIndex) else ToolIndex(tools)
        self._fallbacks = fallbacks and self._index.given
        self._searches = searches_for(tuple(self._index))
        self._scan = ParseContext(self._index)
        self._scanner = Scanner(self._scan, self._searches, None, fallbacks=False)

    def calls(self, text: str, fence: str | None = None) -> list[ToolCall]:
        """Return what `detect` returns for `text`: its calls in the order of their spans.

        With `fence`, the text is the content of a code block with that label.
        """
        if fence is not None or self._fallbacks:
            detector = StreamDetector(self._index, fallbacks=self._fallbacks, fence=fence)
            return detector.read_whole(text)
        if not text.isascii():
            text = without_lone_surrogates(text)
        text = "\n" + text  # the first line starts with a line break, as all others do
        # The label of a code block may make its content a call, without an opener.
        start = 0 if "```" in text or "~~~" in text else self._start(text)
        if start is None:
            return []
        scan = self._scan
        scan.restart(text)
        scan.pos, log = start, scan.log  # in a code block `scan.log` is another
        self._scanner.restart()
        for _ in self._scanner.steps():
            pass
        if not all(call.complete for call in log.calls):
            # The kept part of a call that was cut off depends on how its text arrived.
            return StreamDetector(self._index).read_whole(text[1:])
        return sorted(log.calls, key=attrgetter("span")) if log.calls else []

    def _start(self, text: str) -> int | None:
        """Return where to begin to read a text without code blocks; None if no call can begin in it."""
        everything, calls = self._searches.text, self._searches.call
        first = everything.search_in(text, 0)(text, 0)
        if first is None:
            return None
        start = first.start()
        if not everything.at(first) and calls.search_in(text, start)(text, start) is None:
            return None
        return start
