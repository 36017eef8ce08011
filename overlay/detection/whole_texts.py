"""Finds the calls in many whole texts, such as the messages of an export, one after the other.

Setting up a detector costs more than reading a short text. So this sets up little for each text, and nothing
for a text in which no call can begin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from .detector import StreamDetector, without_lone_surrogates
from .model import ToolCall
from .opener_searches import searches_for
from .parse_context import ParseContext
from .scanner import Scanner
from .tool_index import ToolIndex

_HIDING = re.compile(r"\\[^nrtbf\"'/\\]")
"""An escape that may stand for a letter, or for none."""

_FIRST_LOOK = 1 << 15
"""Characters of a long text that are looked at first: where there are calls, there is often one of them."""


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
        blocks = "```" in text or "~~~" in text
        long = len(text) > _FIRST_LOOK
        if not (long and self._may_hold_call(text[:_FIRST_LOOK], blocks=blocks)) and not self._may_hold_call(
            text, blocks=blocks
        ):
            return []
        start = 0 if blocks else self._start(text)
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

    def _may_hold_call(self, text: str, *, blocks: bool) -> bool:
        """Return whether a call may begin anywhere in `text`, which has code blocks or not."""
        # The label of a code block may make its content a call, without an opener.
        if blocks and any(label.search(text) for label in self._searches.fence.labelled_blocks):
            return True
        openers = self._searches.call
        search, unmet = openers.search_in(text, 0), set[tuple[str, ...]]()
        pos = 0
        while found := search(text, pos):
            pos = found.start()
            members = openers.at(found)
            if text[pos] == "\n" and openers.line.match(found[0].lstrip()):
                return True
            for family in members:
                if family.refused and family.refused.match(text, pos):
                    continue
                if family.needs not in unmet:
                    if _holds_one_of(family.needs, text):
                        return True
                    unmet.add(family.needs)
            pos += 1
        return False

    def _start(self, text: str) -> int:
        """Return where to begin to read a text without code blocks."""
        first = self._searches.text.search_in(text, 0)(text, 0)
        return first.start() if first else 0


def _holds_one_of(needs: tuple[str, ...], text: str) -> bool:
    """Return whether a call that needs one of these may be in `text`."""
    lower = text.lower()
    return not needs or any(word in lower for word in needs) or _HIDING.search(text) is not None
