"""Reads the Markdown around calls (fences, quoted lines, inline code) before any call is searched for."""

from __future__ import annotations

import re
from contextlib import suppress

from .announcements import LOOK_BACK, announces_example, connects_examples, goes_on, tells_what_is_next
from .call_builder import EventLog
from .code_blocks import Fence, closing_line
from .enclosing_tags import EnclosingTags
from .parse_context import ParseContext
from .stream_buffer import EndOfInput, NotACall, Parser

_LINE_END = re.compile(r"\n")
_MARKER = re.compile(r"[ \t]*(`{3,}|~{3,})")
_WHOLE_LINE = re.compile(r"[ \t]*+(`{3}|~{3}|>)[^\n]*+(?=\n)")
_CODE = re.compile(r"(`+)[^`\n]+\1(?!`)")
_TICK_OR_LINE_END = re.compile(r"[`\n]")
_NO_TICK = re.compile(r"[^`]")
_NO_INDENT = re.compile(r"[^ \t]")
_WORD = re.compile(r"\w")
_LONGEST_CODE = 4000  # code points of inline code over several lines


class Prose:
    """The state of the Markdown at the current position.

    With `collect`, `excluded` holds the ranges that are not prose.
    """

    def __init__(self, scan: ParseContext, *, collect: bool, examples_count: bool = False) -> None:
        self.scan = scan
        self._collect = collect
        self._examples_count = examples_count
        self._enclosed = self._in_tags  # bound once: it is handed out for each text that may be a call
        self.reset()

    def reset(self) -> None:
        """Become as new, for the next text that `scan` holds."""
        self.log = self.scan.log
        self.fence: Fence | None = None
        self.tags = EnclosingTags()
        self._construct = -1
        self.excluded: list[tuple[int, int]] = []
        self._plain_ticks = -1
        self._example_end = -LOOK_BACK
        self._passed: list[tuple[int, int]] = []
        self._last_passed, self._passed_example = -LOOK_BACK, False
        self._unclosed = [0, 0, 0]  # by the number of backticks: nothing before here closes such code

    def exclude(self, start: int) -> None:
        """Record that the text from `start` to the current position is not prose."""
        if self._collect:
            self.excluded.append((start, self.scan.at))

    def ordinary(self, text: str) -> None:
        """Handle `text` that belongs to no call."""
        if self.fence:
            self.fence.ordinary(text)

    def other_data(self) -> None:
        """Handle data that a format has read and that holds no call: in a block of data it is other text."""
        if self.fence and self.fence.data:
            self.fence.clean = False

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
                enclosed = self.tags.before_block(self.scan, start)
                self.enter(Fence(char, size, info, self.scan.at + 1, example=example, enclosed=enclosed))
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
        """Return whether the text before `start` says that the call or block after it is only an example.

        An announcement counts for each call and block after it, until ordinary words follow one.
        """
        if self._examples_count:
            return False
        if self._passed:
            self._judge_passed(start)
        return self._is_announced(start)

    def passed(self, start: int, *, announced: bool | None = None) -> None:
        """Record that the text from `start` to the current position is a block or data without a call.

        An announcement before it may count for what comes after it. That is looked up only when something
        comes that may be a call, unless the text before it may be gone by then. `announced`: it is known.
        """
        if self._examples_count:
            return
        if self.log.unheard:
            self._passed.append((start, self.scan.at))
        else:
            self._passed_example = self._is_announced(start) if announced is None else announced
            self._last_passed = self.scan.at

    def _judge_passed(self, start: int) -> None:
        """Find out whether the last of the texts passed before `start` is an example, if that counts there.

        What comes before a text that does not go on from the one before it has no part in that.
        """
        passed, self._passed = self._passed, []
        first = len(passed) - 1
        if passed[first][1] < start - LOOK_BACK:
            self._last_passed, self._passed_example = passed[first][1], False
            return
        while first and self._goes_on(passed[first - 1][1], passed[first][0]):
            first -= 1
        if first:
            self._last_passed, self._passed_example = passed[first - 1][1], False
        for begin, end in passed[first:]:
            self._passed_example = self._is_announced(begin)
            self._last_passed = end

    def _goes_on(self, end: int, start: int) -> bool:
        return end >= start - LOOK_BACK and goes_on(self.scan.slice(end, start))

    def _is_announced(self, start: int) -> bool:
        scan, begin, end = self.scan, max(start - LOOK_BACK, -1), self._example_end
        if end >= begin:
            begin = end
            if connects_examples(scan.slice(end, start)):
                return True
        if (passed := self._last_passed) > begin:
            if self._passed_example and self._goes_on(passed, start):
                return True
            if tells_what_is_next(scan.slice(passed, start).partition("\n")[0]):
                begin = passed
        return announces_example(scan.slice(begin, start))

    def look_around(self, log: EventLog) -> None:
        """Tell `log` whether the text around the current position makes a call there `repaired`."""
        if self.fence:
            log.mixed, log.around = self.fence.mixed, None
        else:
            log.mixed, log.around, self._construct = False, self._enclosed, self.scan.at

    def _in_tags(self) -> bool:
        return self.tags.inside(self.scan, self._construct)

    def example_ended(self) -> None:
        """Record that an example ends at the current position."""
        self._example_end = self.scan.at

    def enter(self, fence: Fence) -> None:
        """Start a block."""
        self.fence = fence
        self.scan.block_end = closing_line(fence.marker * fence.size).pattern if fence.marker else None
        self.scan.in_data = fence.data
        if not fence.data:
            fence.log.doubtful = self.log.doubtful
            self.scan.log = fence.log

    def leave(self) -> None:
        """End the block: if it held nothing but calls, the calls held back in it count."""
        fence, self.fence, self.scan.log = self.fence, None, self.log
        self.scan.block_end = None
        self.scan.in_data = False
        if fence is None:
            return
        if fence.example:
            self.example_ended()
        self.tags.skip(fence.start, self.scan.at)
        self.exclude(fence.start)
        fence.decide()
        if fence.log.opened and fence.waiting:
            self.log.take(fence.log)

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
        """Skip inline code that begins with `run` backticks; only these if nothing closes it."""
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
        if (yield from self._over_lines(start, run)):
            self.exclude(start)
        else:
            scan.rewind(start + run)

    def _over_lines(self, start: int, run: int) -> Parser[bool]:
        """Skip inline code that goes on after the end of its line; return whether there was any.

        By CommonMark it ends in the same paragraph. A stray backtick must not hide a call, so the opening
        backticks must touch the text after them only, and the closing ones the text before them only.
        """
        scan = self.scan
        end = start + _LONGEST_CODE
        before, after = scan.slice(start - 1, start), scan.slice(start + run, start + run + 1)
        if run > 2 or start < self._unclosed[run] or _WORD.match(before) or not after.strip():
            return False
        with suppress(EndOfInput, NotACall):
            while True:
                if (yield from scan.until(_TICK_OR_LINE_END, end)) == "`":
                    if (yield from self._code_ends(run)):
                        return True
                elif (yield from self._paragraph_ends()):
                    break
        self._unclosed[run] = scan.at
        return False

    def _paragraph_ends(self) -> Parser[bool]:
        """Move past a line break; return whether no more text of the same paragraph comes after it."""
        scan = self.scan
        scan.pos += 1
        char = yield from scan.until(_NO_INDENT)
        return char in "\r\n>" or (char in "`~" and (yield from scan.peek(3)) == char * 3)

    def _code_ends(self, run: int) -> Parser[bool]:
        """Move past backticks; return whether these close code that began with `run` of them."""
        scan = self.scan
        begin = scan.at
        with suppress(EndOfInput):
            yield from scan.until(_NO_TICK)
        if scan.at - begin != run or scan.slice(begin - 1, begin).isspace():
            return False
        return _WORD.match((yield from scan.peek(1))) is None
