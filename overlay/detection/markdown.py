"""Reads the Markdown around calls (fences, quoted lines, inline code) before any call is searched for."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from .non_call_regions import EMPHASIS, Fence, announces_example
from .parse_context import ParseContext
from .stream_buffer import EndOfInput, Parser

_LINE_END = re.compile(r"\n")
_MARKER = re.compile(r"[ \t]*(`{3,}|~{3,})")
_WHOLE_LINE = re.compile(r"[ \t]*+(`{3}|~{3}|>)[^\n]*+(?=\n)")
_CODE = re.compile(r"(`+)[^`\n]+\1(?!`)")
_TICK_OR_LINE_END = re.compile(r"[`\n]")
_NEAR, _FAR = 24, 200  # code points checked for an announcement: the nearest ones nearly always decide
_NO_TICK = re.compile(r"[^`]")


class Prose:
    """The state of the Markdown at the current position.

    With `collect`, `excluded` holds the ranges that are not prose.
    """

    def __init__(self, scan: ParseContext, *, collect: bool) -> None:
        self.scan = scan
        self._collect = collect
        self.reset()

    def reset(self) -> None:
        """Become as new, for the next text that `scan` holds."""
        self.log = self.scan.log
        self.fence: Fence | None = None
        self.excluded: list[tuple[int, int]] = []
        self._plain_ticks = -1

    def exclude(self, start: int) -> None:
        """Record that the text from `start` to the current position is not prose."""
        if self._collect:
            self.excluded.append((start, self.scan.at))

    def ordinary(self, text: str) -> None:
        """Handle `text` that belongs to no call."""
        if self.fence:
            self.fence.ordinary(text)

    def whole_line(self) -> bool | None:
        """Do what `line` does if the whole line is in the buffer; otherwise read nothing and return None."""
        scan = self.scan
        buf, pos = scan.buf, scan.pos + 1
        found = _WHOLE_LINE.match(buf, pos)
        if found is None:
            return None
        place = found.start(1)
        if buf[place] != ">":
            scan.pos = found.end()
            self._fence_line(scan.base + pos, place - pos, found[0])
        elif self.fence is None:
            scan.pos = found.end()
            self.exclude(scan.base + place)
        else:
            return None
        return True

    def line(self) -> Parser[bool]:
        """Read a fence or a quoted line, from the line break before it. At any other line, read only the
        indent and return False.
        """
        scan = self.scan
        scan.pos += 1
        marker = _MARKER.match(scan.buf, scan.pos)
        if marker:
            start, indent = scan.at, marker.start(1) - scan.pos
            self._fence_line(start, indent, (yield from self._rest_of_line()))
            return True
        while scan.buf[scan.pos] in " \t":
            scan.pos += 1
        if self.fence is None and scan.buf[scan.pos] == ">":
            start = scan.at
            yield from self._rest_of_line()
            self.exclude(start)
            return True
        return False

    def _rest_of_line(self) -> Parser[str]:
        start = self.scan.at
        with suppress(EndOfInput):
            yield from self.scan.until(_LINE_END)
        return self.scan.slice(start, self.scan.at)

    def _fence_line(self, start: int, indent: int, text: str) -> None:
        """Handle the line `text` at `start`, which is completely read and has a marker after its `indent`."""
        char = text[indent]
        line = text.strip(" \t\r")
        info = line.lstrip(char)
        size = len(line) - len(info)
        if self.fence is None:
            if char == "~" or "`" not in info:
                example = self.announced(start)
                self.enter(Fence(char, size, info, self.scan.at + 1, example=example))
            else:
                self.scan.rewind(start + indent + size)
        elif self.fence.closed_by(line):
            self.ordinary(line if self.fence.mismatched else "")
            self.leave()
        elif self.fence.log.calls and not info and not self.fence.mismatched:
            self.fence.mismatched = True
        else:
            self.ordinary(line)

    def announced(self, start: int) -> bool:
        """Return whether the text before `start` says that the text after it is only an example."""
        scan = self.scan
        place = start - scan.base
        if place >= _NEAR:
            near = scan.buf[place - _NEAR : place].rstrip().rstrip(EMPHASIS)
            if near and near[-1] != ":":
                return False
        return announces_example(scan.slice(max(start - _FAR, -1), start))

    def enter(self, fence: Fence) -> None:
        """Start a block."""
        self.fence = fence
        if not fence.data:
            fence.log.doubtful = self.log.doubtful
            self.scan.log = fence.log

    def leave(self) -> None:
        """End the block: if it held nothing but calls, the calls held back in it count."""
        fence, self.fence, self.scan.log = self.fence, None, self.log
        if fence is None:
            return
        self.exclude(fence.start)
        fence.decide()
        if fence.log.opened and fence.waiting:
            offset = self.log.opened
            self.log.events += [replace(event, call=event.call + offset) for event in fence.log.events]
            self.log.calls += fence.log.calls
            self.log.opened += fence.log.opened

    def whole_code(self) -> bool:
        """Skip inline code that is completely in the buffer and return True; otherwise read nothing."""
        scan = self.scan
        start = scan.at
        whole = _CODE.match(scan.buf, scan.pos) if start >= self._plain_ticks else None
        if whole is None or whole.end() == len(scan.buf):
            return False
        scan.pending_from = None
        scan.pos = whole.end()
        self.exclude(start)
        return True

    def ticks(self, run: int) -> Parser[None]:
        """Skip inline code that begins with `run` backticks; only these if nothing on the line closes it."""
        scan = self.scan
        scan.pending_from = None
        start = scan.at
        scan.pos += run
        if start < self._plain_ticks:
            return
        with suppress(EndOfInput):
            while (yield from scan.until(_TICK_OR_LINE_END)) == "`":
                begin = scan.at
                with suppress(EndOfInput):
                    yield from scan.until(_NO_TICK)
                if scan.at - begin == run:
                    self.exclude(start)
                    return
        self._plain_ticks = scan.at
        scan.rewind(start + run)
