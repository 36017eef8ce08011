"""Reads a call in a text that is written in another way than its format: decoded in portions, as a whole.

The call is `repaired`, since it is only a guess that the text has to be decoded.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from .model import CallClosed, CallOpened, Event
from .parse_context import CallFormat, ParseContext
from .stream_buffer import EndOfInput, NotACall, Parser

_PORTION = 256  # code points decoded at a time: most attempts fail soon


@dataclass(frozen=True)
class Code:
    """The marks to decode.

    `mark` matches one, `meaning` gives its text, `begun` matches the start of one at the end of a text.
    """

    mark: re.Pattern[str]
    begun: re.Pattern[str]
    meaning: Callable[[re.Match[str]], str]


class DecodedText:
    """The decoded text, which a format reads like any other text, and the original offsets of its parts."""

    def __init__(self, s: ParseContext, start: int, code: Code) -> None:
        self.s = s
        self.code = code
        self.start = start
        self.inner = ParseContext(s.tools)
        self.decoded = [0]  # offsets in the decoded text, one after each mark …
        self.places = [start]  # … and the same places in the original text
        self.last = start
        self.first = s.log.opened

    def again(self) -> None:
        """Go back to the start, for another format."""
        inner = self.inner
        inner.rewind(0)
        inner.pending_from = inner.construct = inner.begin = 0

    def found(self) -> bool:
        """Return whether a call has been found."""
        return bool(self.inner.log.calls)

    def read(self, family: CallFormat) -> Parser[bool]:
        """Let `family` read; return whether it found a call, complete or cut off.

        After a failed attempt the position of the original text is where that attempt ended.
        """
        run = family.read(self.inner)
        try:
            while True:
                try:
                    next(run)
                except StopIteration:
                    self.translate()
                    self.s.rewind(self.outer(self.inner.at))
                    return self.found()
                self.translate()
                while not self.push():
                    yield
        except EndOfInput:
            self.inner.close_shown()
            self.drop("the text ended")
            self.s.rewind(self.s.length)
            return self.found()
        except NotACall as why:
            self.drop(str(why))
            if not self.found():
                return False
            self.s.rewind(self.outer(self.inner.last_end))
            return True

    def drop(self, why: str) -> None:
        """Withdraw the calls that are still open: the text is not a call."""
        self.inner.withdraw_all(why)
        self.translate()
        self.s.rewind(self.outer(self.inner.at))

    def push(self) -> bool:
        """Decode the next portion; return False if more text is needed for it."""
        s, inner = self.s, self.inner
        s.rewind(self.last)
        text = s.buf[s.pos : s.pos + _PORTION]
        cut = self.code.begun.search(text)
        if cut and (len(text) == _PORTION or not s.eof):
            text = text[: cut.start()]
        s.pos += len(text)
        if not text and not s.eof:
            return False
        parts: list[str] = []
        end, size = 0, inner.length
        for mark in self.code.mark.finditer(text):
            parts += [text[end : mark.start()], self.code.meaning(mark)]
            size += len(parts[-2]) + len(parts[-1])
            end = mark.end()
            self.decoded.append(size)
            self.places.append(self.last + end)
        parts.append(text[end:])
        self.last += len(text)
        if text:
            inner.push("".join(parts))
        elif s.eof:
            inner.eof = True
        return True

    def translate(self) -> None:
        """Report the calls found in the decoded text, with offsets in the original text."""
        log, said = self.s.log, self.inner.log
        events, said.events = said.events, []
        for event in events:
            moved: Event = replace(event, call=event.call + self.first)
            if isinstance(moved, CallOpened):
                log.opened += 1
                moved = replace(moved, start=self.outer(moved.start))
            elif isinstance(moved, CallClosed):
                span = self.outer(moved.result.span[0]), self.outer(moved.result.span[1])
                raw = self.s.slice(*span)
                call = moved.result.model_copy(update={"span": span, "raw": raw, "confidence": "repaired"})
                moved = replace(moved, result=call)
                log.calls.append(call)
            log.events.append(moved)

    def outer(self, offset: int) -> int:
        """Return the place in the original text of `offset` in the decoded text."""
        at = bisect_right(self.decoded, offset) - 1
        return self.places[at] + offset - self.decoded[at]
