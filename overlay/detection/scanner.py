"""Scans a text in one pass, from opener to opener; the formats of each opener try to read a call."""

from __future__ import annotations

from .attempts import Attempts
from .call_builder import CallBuilder
from .code_blocks import DATA_LANGUAGES, Fence, closing_line, label_of
from .fallbacks import fallback_calls
from .markdown import Prose
from .opener_searches import OpenerSearches
from .parse_context import ParseContext
from .registry import OpenerIndex, Search
from .stream_buffer import Parser

_FAR_BEHIND = 2000  # less than what `trim` keeps


def _nothing(_text: str) -> None:
    """Accept a delta of ordinary text."""


class Scanner:
    """Reads `scan`, with one search each for plain text, for code blocks, and for the end of a block without
    calls.
    """

    def __init__(
        self,
        scan: ParseContext,
        searches: OpenerSearches,
        fence: Fence | None,
        *,
        fallbacks: bool,
        examples_count: bool = False,
    ) -> None:
        self.scan = scan
        self.searches = searches
        self.fallbacks = fallbacks
        self.prose = Prose(scan, collect=fallbacks, examples_count=examples_count)
        self._attempts = Attempts(scan, self.prose)
        self._chosen: dict[OpenerIndex, tuple[int, Search]] = {}
        self._reset()
        if fence:
            self.prose.enter(fence)

    def _reset(self) -> None:
        self._open: tuple[OpenerIndex | None, int, int, bool] = (None, -1, 0, False)
        self._chosen_for = -1

    def restart(self) -> None:
        """Become as a new scanner, for the next text that `scan` holds; costs less than another one."""
        self.prose.reset()
        self._attempts.restart()
        self._reset()

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The (start, end) of the texts that contain calls, including the wrappers of calls."""
        return self._attempts.ranges

    def openers(self) -> OpenerIndex:
        """Return the openers to search for at the current position."""
        fence = self.prose.fence
        if fence is None:
            return self.searches.text
        calls_count = (fence.clean or fence.data) and not fence.example
        return self.searches.fence if calls_count else self.searches.end_of_fence

    def steps(self) -> Parser[None]:
        """Read to the end of the text; yield whenever more text is needed."""
        scan, prose, searches, attempts = self.scan, self.prose, self.searches, self._attempts
        if prose.fence:
            yield from self._block(prose.fence)
        while True:
            openers = searches.text if prose.fence is None else self.openers()
            buf, pos = scan.buf, scan.pos
            found = self._search(openers)(buf, pos)
            if found is None:
                buf = ""  # a paused generator would keep the text
                if (yield from self._await_text(openers)):
                    break
                continue
            start = found.start()
            if len(buf) - start < openers.reach and not scan.eof:
                open_at = self._undecided(openers, start)
                if open_at is not None:
                    self._ordinary(open_at)
                    if openers is not self.openers():
                        continue
                    scan.pending_from = scan.at if buf[start] != "`" else None
                    yield
                    continue
            if prose.fence is None:
                scan.pos = start
            else:
                self._ordinary(start)
                if openers is not self.openers():
                    continue
            char = buf[start]
            if char == "\n":
                if prose.fence is None and self._passed_code():
                    continue
                if not prose.whole_line():
                    yield from self._line()
                elif prose.fence and prose.fence.start == scan.at + 1:
                    yield from self._block(prose.fence)
            elif char == "`":
                if not prose.whole_code():
                    yield from prose.ticks(len(found[0]))
            elif (members := openers.at(found)) and not attempts.passed_over(members):
                if not attempts.at_once(members, len(found[0])):
                    yield from attempts.candidate(members, len(found[0]))
            else:
                prose.ordinary(found[0])
                scan.pos += 1
        if prose.fence and prose.fence.over:
            prose.leave()
        if self.fallbacks and not prose.log.calls:
            self._guess()

    def _await_text(self, openers: OpenerIndex) -> Parser[bool]:
        """Skip text in which nothing begins, and wait for more; return whether the text has ended."""
        scan, prose = self.scan, self.prose
        length = len(scan.buf)
        # At the end of a whole text nothing more can begin, and the search for it costs much.
        whole = scan.eof and scan.log.unheard and prose.fence is None
        end, more = (length, False) if whole else openers.open_end(scan.buf, scan.pos)
        self._ordinary(end)
        scan.pending_from = scan.at if more else None
        if scan.eof:
            return True
        if not prose.log.unheard:  # all of a whole text is there anyway
            if prose.fence is None and scan.at - prose.tags.done > _FAR_BEHIND:
                prose.tags.follow(scan, scan.at)
            if not self.fallbacks:
                scan.trim()
        if end == length and prose.fence is None:
            scan.fast_path = (openers.first.search, _nothing)
        yield
        scan.fast_path = None
        return False

    def _ordinary(self, end: int) -> None:
        """Skip the text up to index `end` of the buffer: it holds no call."""
        scan, fence = self.scan, self.prose.fence
        if fence and fence.clean and end > scan.pos:
            fence.ordinary(scan.buf[scan.pos : end])
        scan.pos = end

    def _search(self, openers: OpenerIndex) -> Search:
        """Return the search for the rest of the buffer, chosen once for each delta."""
        scan = self.scan
        if self._chosen_for != scan.length:
            self._chosen.clear()
            self._chosen_for = scan.length
        known = self._chosen.get(openers)
        if known is None or known[0] > scan.at:
            self._chosen[openers] = known = scan.at, openers.search_in(scan.buf, scan.pos)
        return known[1]

    def _line(self) -> Parser[None]:
        scan = self.scan
        before = self.prose.fence
        if (yield from self.prose.line()):
            if self.prose.fence and self.prose.fence is not before:
                yield from self._block(self.prose.fence)
            return
        openers = self.openers()
        found = openers.line.match(scan.buf, scan.pos)
        members = openers.at_line(found[0]) if found else []
        if found and members and not self._attempts.passed_over(members):
            yield from self._attempts.candidate(members, len(found[0]))

    def _block(self, fence: Fence) -> Parser[None]:
        """Read the start of a code block: its label alone may make its content a call."""
        members = self.openers().at_block(fence.label)
        if not members or (yield from self.scan.peek(1)) != "\n":
            return
        self.scan.pos += 1
        if not (yield from self._attempts.attempt(members[0], self.scan.at)):
            self.scan.rewind(self.scan.at - 1)
        self.scan.pending_from = None

    def _passed_code(self) -> bool:
        """Skip a code block that is completely in the buffer and where no call counts; else read nothing."""
        scan, openers = self.scan, self.searches.fence
        found = openers.plain_code.match(scan.buf, scan.pos)
        if found is None:
            return False
        label = label_of(found["info"])
        if label in DATA_LANGUAGES or openers.at_block(label):
            return False
        end = closing_line(found["marker"]).search(scan.buf, found.end())
        if end is None:
            return False
        scan.pos = end.end()
        self.prose.tags.skip(scan.base + found.start(), scan.at)
        self.prose.exclude(scan.base + found.end() + 1)
        self.prose.passed(scan.base + found.start() + 1)
        return True

    def _undecided(self, openers: OpenerIndex, start: int) -> int | None:
        """Return the result of `openers.undecided`; `openers.open_end` is computed once for each delta."""
        scan = self.scan
        if len(scan.buf) - start >= openers.reach:
            return None
        known = self._open
        if known[0] is not openers or known[1] != scan.length or known[2] < scan.at:
            end, more = openers.open_end(scan.buf, scan.pos)
            self._open = known = openers, scan.length, scan.base + end, more
        return openers.undecided(scan.buf, scan.pos, start, known[2] - scan.base, more=known[3])

    def _guess(self) -> None:
        """Run the fallbacks that tools declare over the prose, since no structured call was found."""
        scan, prose = self.scan, self.prose
        if prose.fence:
            prose.exclude(max(prose.fence.start, 0))
        text = scan.slice(0, scan.length)
        for guess in fallback_calls(text, scan.tools, prose.excluded):
            draft = CallBuilder(prose.log, guess.kind, guess.span[0])
            draft.named(guess.name)
            draft.arguments = guess.arguments
            draft.close(span=guess.span, raw=text[slice(*guess.span)], confidence="fallback")
