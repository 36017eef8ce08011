"""The text being read: a small window of it, and the chunks it arrived in.

A parser is a generator that reads from the window and yields when it needs more text. The window holds only
text that hasn't been read yet, so the cost of feeding depends on the new text and not on the length of the
text so far. The chunks are kept for raw slices and for the rare rewind.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")
Parser = Generator[None, None, T]
"""A running parser: yields None each time it needs more text, and returns its result."""

FastPath = tuple[Callable[[str], object], Callable[[str], None]]
"""(search, function) of a parser that has read all its text: if the search finds nothing in the next delta,
the function takes the delta and the parser is not resumed.
"""

SOLID = re.compile(r"\S")
_NEVER = 1 << 62
BEHIND = 64  # code points before the current position that `release` keeps
KEEP = 5000  # code points before the current position that `trim` keeps, for a look at the previous line


class EndOfInput(Exception):
    """The text ended in the middle of what was being read."""


class NotACall(Exception):
    """The text being read is not a call; the message says why."""


class StreamBuffer:
    """Text that grows by `push` and is read by generators from `buf[pos:]`.

    Offsets in the interface are absolute: code points from the start of the whole text. `buf` starts at
    `base`.
    """

    __slots__ = ("_chunks", "_starts", "base", "buf", "eof", "fast_path", "length", "pos")

    def __init__(self) -> None:
        self.buf = ""
        self.pos = 0
        self.base = 0
        self.length = 0
        self.eof = False
        self.fast_path: FastPath | None = None
        self._chunks: list[str] = []
        self._starts: list[int] = []

    def push(self, delta: str) -> None:
        """Append text."""
        pos, buf = self.pos, self.buf
        self._chunks.append(delta)
        self._starts.append(self.length)
        self.length += len(delta)
        self.buf = delta if pos == len(buf) else buf[pos:] + delta
        self.base += pos
        self.pos = 0

    def hold(self, text: str) -> None:
        """Start again with `text` as the whole text; its first code point has the offset -1."""
        self.buf, self.pos, self.base, self.length = text, 0, -1, len(text) - 1
        self.eof, self.fast_path = True, None
        self._chunks, self._starts = [text], [-1]

    @property
    def at(self) -> int:
        """The absolute offset of the next code point to be read."""
        return self.base + self.pos

    def slice(self, start: int, end: int) -> str:
        """Return the text from `start` to `end` (absolute), in time proportional to its length."""
        if start >= end or not self._chunks:
            return ""
        first, last = 0, 1
        if len(self._starts) > 1:
            first = max(bisect_right(self._starts, start) - 1, 0)
            last = bisect_right(self._starts, end - 1)
        offset = self._starts[first]
        text = self._chunks[first] if last - first == 1 else "".join(self._chunks[first:last])
        return text[max(start - offset, 0) : max(end - offset, 0)]

    def may_have(self, pattern: re.Pattern[str], start: int, end: int) -> bool:
        """Return whether `pattern` finds something in the text from `start` to `end` (absolute); True if part
        of it is not in the window.
        """
        if start < self.base:
            return True
        return pattern.search(self.buf, start - self.base, end - self.base) is not None

    def rewind(self, at: int) -> None:
        """Set the position to `at` (absolute), before or after the current one."""
        if at >= self.base:
            self.pos = at - self.base
            return
        self.buf = self.slice(at, self.base) + self.buf
        self.base = at
        self.pos = 0

    def trim(self) -> None:
        """Delete the text that is more than `KEEP` code points before the current position."""
        cut = self.at - KEEP
        keep = bisect_right(self._starts, cut) - 1
        long = keep >= 0 and cut - self._starts[keep] > KEEP
        if keep > 64 or long:
            del self._chunks[:keep], self._starts[:keep]
        if long:
            self._chunks[0] = self._chunks[0][cut - self._starts[0] :]
            self._starts[0] = cut

    def release(self) -> None:
        """Remove text that was read long ago from the window: a waiting parser does not need it."""
        if self.pos > KEEP:
            cut = self.pos - BEHIND
            self.base += cut
            self.buf, self.pos = self.buf[cut:], BEHIND

    def peek(self, count: int) -> Parser[str]:
        """Return the next `count` code points without consuming them; fewer only at the end of the text."""
        while len(self.buf) - self.pos < count and not self.eof:
            yield
        return self.buf[self.pos : self.pos + count]

    def take(self, literal: str) -> Parser[bool]:
        """Consume `literal` (lower case; the text may be in any case) if it comes next; return whether it
        did.
        """
        found = (yield from self.peek(len(literal))).lower() == literal
        if found:
            self.pos += len(literal)
        return found

    def space(self) -> Parser[str]:
        """Consume white space; return the next code point, "" at the end of the text."""
        while True:
            found = SOLID.search(self.buf, self.pos)
            if found:
                self.pos = found.start()
                return self.buf[self.pos]
            self.pos = len(self.buf)
            if self.eof:
                return ""
            yield

    def until(self, stop: re.Pattern[str], end: int = _NEVER) -> Parser[str]:
        """Consume up to the first code point that matches `stop` (a one-character class); return that code
        point.

        Raises `EndOfInput` if the text ends first, `NotACall` if the offset `end` is reached first.
        """
        while True:
            found = stop.search(self.buf, self.pos, end - self.base)
            if found:
                self.pos = found.start()
                return self.buf[self.pos]
            if end <= self.base + len(self.buf):
                self.pos = end - self.base
                raise NotACall("too long")
            self.pos = len(self.buf)
            if self.eof:
                raise EndOfInput
            yield

    def read_past(self, pattern: re.Pattern[str], longest: int) -> Parser[re.Match[str]]:
        """Consume up to the end of the first match of `pattern`, which is at most `longest` long.

        Raises `EndOfInput` if the text ends first.
        """
        while True:
            found = pattern.search(self.buf, self.pos)
            if found:
                self.pos = found.end()
                return found
            if self.eof:
                self.pos = len(self.buf)
                raise EndOfInput
            self.pos = max(self.pos, len(self.buf) - longest + 1)
            yield
