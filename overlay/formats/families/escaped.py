"""`escaped`: a call whose own tags are escaped (`&lt;invoke …&gt;`), decoded once, whole.

    call = a call of another family with `&lt;` for `<`, `&gt;` for `>`, `&quot;`, `&#39;` and `&amp;` decoded

That a page showed the escapes is a guess about the page, so such calls are `repaired`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from ..examples import Example, F
from ..model import CallClosed, CallOpened, Event
from ..scan import Family, Scan
from ..source import Cut, Refuted, Steps

if TYPE_CHECKING:
    from ..detector import StreamDetector

_NAMES = (
    "function_calls&gt;", "invoke ", "tool_call&gt;", "tool_calls&gt;", "tool:", "function_call&gt;",
    "function=", "tool_name&gt;",
)  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&amp;": "&"}
_PIECE = re.compile(r"&(?:lt|gt|quot|apos|amp|#39);|[^&]|&", re.DOTALL)
_OPEN_ENTITY = re.compile(r"&[#\w]{0,4}$")


def read(s: Scan) -> Steps[None]:
    """What the decoded text holds, up to where its call or calls end."""
    from ..detector import StreamDetector

    start = s.at
    inner = StreamDetector(s.tools, fence="xml")
    reading = _Reading(s, inner)
    while True:
        while (piece := _PIECE.match(s.buf, s.pos)) and (s.eof or not _OPEN_ENTITY.match(s.buf, s.pos)):
            s.pos = piece.end()
            if reading.feed(piece[0]):
                s.rewind(reading.end)
                return
            if inner.held is None and not inner.calls and s.at > start + 4:
                raise Refuted("no call, decoded")
        if s.eof:
            reading.translate(inner.finish())
            if not inner.calls:
                raise Refuted("no call, decoded")
            if inner.held is None:
                raise Cut
            return
        yield


class _Reading:
    """Feeds the decoded text to a detector of its own and puts what that says back into this text's
    offsets.
    """

    def __init__(self, s: Scan, inner: StreamDetector) -> None:
        self.s = s
        self.inner = inner
        self.decoded: list[int] = []
        self.places: list[int] = []
        self.first = s.log.opened
        self.end = s.at

    def feed(self, piece: str) -> bool:
        """Feed one entity or one stretch of text; whether the calls are over."""
        place = self.s.at - len(piece)
        for text in [_ENTITIES[piece]] if piece in _ENTITIES else [piece]:
            self.decoded.append(self.inner.length)
            self.places.append(place)
            self.translate(self.inner.feed(text))
        return bool(self.inner.calls) and self.inner.held is None

    def translate(self, events: list[Event]) -> None:
        """Report what the inner detector said."""
        log = self.s.log
        for event in events:
            moved: Event = replace(event, call=event.call + self.first)
            if isinstance(moved, CallOpened):
                log.opened += 1
                moved = replace(moved, start=self._outer(moved.start))
            elif isinstance(moved, CallClosed):
                span = self._outer(moved.result.span[0]), self._outer(moved.result.span[1])
                raw = self.s.slice(*span)
                call = moved.result.model_copy(update={"span": span, "raw": raw, "confidence": "repaired"})
                moved = replace(moved, result=call)
                log.calls.append(call)
                self.end = span[1]
            log.events.append(moved)

    def _outer(self, offset: int) -> int:
        """Where the decoded text's `offset` stands in the text as it is."""
        at = bisect_right(self.decoded, offset) - 1
        if at + 1 == len(self.decoded) and self.inner.length == offset:
            return self.s.at
        return self.places[at] + offset - self.decoded[at]


FAMILY = Family("escaped", 2, tuple(f"&lt;{name}" for name in _NAMES), read)

EXAMPLES = (
    Example('&lt;invoke name="f"&gt;&lt;parameter name="a"&gt;x&lt;/parameter&gt;&lt;/invoke&gt;', F),
    Example("&lt;tool:f&gt;{&quot;a&quot;: &quot;x&quot;}&lt;/tool&gt;", F),
)
