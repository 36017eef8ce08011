"""The reading itself: one pass over the text, from opener to opener, each tried by its families."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .call_builder import CallBuilder, EventLog
from .fallbacks import fallback_calls
from .markdown import Prose
from .non_call_regions import Fence
from .parse_context import CallFormat, ParseContext
from .registry import OpenerIndex, Search
from .stream_buffer import EndOfInput, NotACall, Parser

# A try in vain costs what it reads and a fixed sum. All of them may cost so many times the text so far, and a
# little more: so hostile text costs what it is long, whatever stands in it.
_IN_VAIN, _FREE = 1.0, 20_000
_RECOVERIES = 10
_BEHIND = 16  # code points that a short cut may look back


def _nothing(_text: str) -> None:
    """Ordinary text."""


class Scanner:
    """Reads `scan` with the `searches` for text, for fences, and for the end of a fence that holds no call.

    `ranges` are the texts that calls own, their wrappers included.
    """

    def __init__(
        self, scan: ParseContext, searches: Mapping[str, OpenerIndex], fence: Fence | None, *, fallbacks: bool
    ) -> None:
        self.scan = scan
        self.searches = searches
        self.fallbacks = fallbacks
        self.prose = Prose(scan, collect=fallbacks)
        self.ranges: list[tuple[int, int]] = []
        self._spent = 0
        self._open: tuple[OpenerIndex | None, int, int, bool] = (None, -1, 0, False)
        self._chosen: dict[OpenerIndex, tuple[int, Search]] = {}
        self._chosen_for = -1
        self._recovered = 0
        if fence:
            self.prose.enter(fence)

    def openers(self) -> OpenerIndex:
        """What is looked for here."""
        fence = self.prose.fence
        if fence is None:
            return self.searches["text"]
        return self.searches["fence" if fence.clean and not fence.example else "end of fence"]

    def steps(self) -> Parser[None]:
        """Read to the end of the text, yielding whenever more of it is needed."""
        scan, prose, searches = self.scan, self.prose, self.searches
        if prose.fence:
            yield from self._block(prose.fence)
        while True:
            openers = searches["text"] if prose.fence is None else self.openers()
            buf, pos = scan.buf, scan.pos
            found = self._search(openers)(buf, pos)
            if found is None:
                end, more = openers.open_end(buf, pos)
                self._ordinary(end)
                scan.pending_from = scan.at if more else None
                if not self.fallbacks:
                    scan.trim()
                if scan.eof:
                    break
                if end == len(buf) and prose.fence is None:
                    scan.fast_path = (openers.first.search, _nothing)
                yield
                scan.fast_path = None
                continue
            start = found.start()
            if len(buf) - start < openers.reach and not scan.eof:
                open_at = self._undecided(openers, start)
                if open_at is not None:
                    self._ordinary(open_at)
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
                if not prose.whole_line():
                    yield from self._line()
                elif prose.fence and prose.fence.start == scan.at + 1 and not self._passed_block(prose.fence):
                    yield from self._block(prose.fence)
            elif char == "`":
                if not prose.whole_code():
                    yield from prose.ticks(len(found[0]))
            elif (members := openers.at(found)) and not self._passed_over(members):
                if not self._at_once(members, len(found[0])):
                    yield from self._candidate(members, len(found[0]))
            else:
                prose.ordinary(found[0])
                scan.pos += 1
        if prose.fence and prose.fence.over:
            prose.leave()
        if self.fallbacks and not prose.log.calls:
            self._guess()

    def _ordinary(self, end: int) -> None:
        """The text up to `end`, a place in the buffer, holds no call."""
        scan, fence = self.scan, self.prose.fence
        if fence and fence.waiting and end > scan.pos:
            fence.ordinary(scan.buf[scan.pos : end])
        scan.pos = end

    def _search(self, openers: OpenerIndex) -> Search:
        """The search for the rest of the buffer, chosen once for each delta."""
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
        if found and members and not self._passed_over(members):
            yield from self._candidate(members, len(found[0]))

    def _block(self, fence: Fence) -> Parser[None]:
        """The start of a block: its label alone may make its content a call."""
        members = self.openers().at_block(fence.label)
        if not members or (yield from self.scan.peek(1)) != "\n":
            return
        self.scan.pos += 1
        if not (yield from self._try(members[0], self.scan.at)):
            self.scan.pos -= 1
        self.scan.pending_from = None

    def _at_once(self, members: list[CallFormat], size: int) -> bool:
        """What `_candidate` does, if the short cuts of the families suffice; else nothing is done."""
        scan = self.scan
        pos, spent = scan.pos, 0
        if pos < _BEHIND:
            return False
        buf = scan.buf
        for family in members:
            refused = family.refused.match(buf, pos) if family.refused else None
            if refused is None:
                if family.whole is None or not self._whole(family.whole, family.rank):
                    return False
                break
            spent += refused.end() - pos + family.cost
        else:
            self.prose.ordinary(buf[pos : pos + size])
            scan.pos += 1
        self._spent += spent
        scan.pending_from = None
        return True

    def _whole(self, read: Callable[[ParseContext], bool], rank: int) -> bool:
        scan = self.scan
        log, start = scan.log, scan.at
        scan.pending_from = scan.construct = scan.begin = start
        if self.prose.fence is None and rank >= 0 and self.prose.announced(start):
            scan.log = EventLog()
            done = read(scan)
            scan.log = log
            return done
        calls = len(log.calls)
        if not read(scan):
            return False
        if len(log.calls) > calls and log is self.prose.log:
            self.ranges.append((start, scan.at))
        return True

    def _passed_block(self, fence: Fence) -> bool:
        """Pass over a block that is here to its end and in which no call counts; else nothing is read."""
        scan = self.scan
        openers = self.openers()
        if fence.data or openers.at_block(fence.label):
            return False
        if not fence.example:
            found = self._search(openers)(scan.buf, scan.pos)
            if found is None:
                return False
            fence.ordinary(scan.buf[scan.pos : found.start()])
            if fence.clean:
                return False
        end = fence.end.search(scan.buf, scan.pos)
        if end is None:
            return False
        scan.pos = end.end()
        self.prose.leave()
        return True

    def _candidate(self, members: list[CallFormat], size: int) -> Parser[None]:
        """Let the families whose opener stands here try, the first by precedence first."""
        scan = self.scan
        start = scan.at
        example = self.prose.fence is None and members[0].rank >= 0 and self._announced()
        if example:
            scan.log = EventLog()
        try:
            for family in members:
                if (yield from self._try(family, start)):
                    break
            else:
                self.prose.ordinary(scan.buf[scan.pos : scan.pos + size])
                scan.pos += 1
        finally:
            if example:
                scan.log = self.prose.log
        scan.pending_from = None

    def _announced(self) -> bool:
        """Whether the text before the reading place says that a call is only shown."""
        return self.prose.announced(self.scan.at)

    def _exhausted(self) -> bool:
        """So much has been tried in vain that nothing more is, until there is more text."""
        return self._spent > _IN_VAIN * self.scan.at + _FREE

    def _passed_over(self, members: list[CallFormat]) -> bool:
        """Whether what stands here isn't looked at any more; reasoning and results always are."""
        if members[0].rank < 0 or not self._exhausted():
            return False
        self._doubt()
        return True

    def _doubt(self) -> None:
        """Text was passed over without a look: what is found after it doesn't run by itself."""
        self.scan.log.doubtful = self.prose.log.doubtful = True

    def _undecided(self, openers: OpenerIndex, start: int) -> int | None:
        """What `openers.undecided` says; where something is open is looked up once for each delta."""
        scan = self.scan
        if len(scan.buf) - start >= openers.reach:
            return None
        known = self._open
        if known[0] is not openers or known[1] != scan.length or known[2] < scan.at:
            end, more = openers.open_end(scan.buf, scan.pos)
            self._open = known = openers, scan.length, scan.base + end, more
        return openers.undecided(scan.buf, scan.pos, start, known[2] - scan.base, more=known[3])

    def _try(self, family: CallFormat, start: int) -> Parser[bool]:
        """Let `family` read from `start`; whether the text up to where it stopped is dealt with."""
        scan = self.scan
        if family.refused and scan.pos >= _BEHIND and (refused := family.refused.match(scan.buf, scan.pos)):
            self._spent += refused.end() - scan.pos + family.cost
            return False
        calls = len(scan.log.calls)
        scan.pending_from = scan.construct = scan.begin = start
        try:
            yield from family.read(scan)
        except NotACall as why:
            scan.withdraw_all(str(why))
            if len(scan.log.calls) == calls:
                return self._back(start, family)
            scan.rewind(scan.last_end)
        except EndOfInput:
            if scan.ignoring or family.rank < 0:
                scan.withdraw_all("it is other text")
                return True
            self._cut(start)
            if len(scan.log.calls) == calls:
                return self._back(start, family)
        if family.rank < 0:
            self.prose.exclude(start)
        if len(scan.log.calls) > calls and scan.log is self.prose.log:
            self.ranges.append((scan.begin, scan.at))
        return True

    def _back(self, start: int, family: CallFormat) -> bool:
        """No call: the text is read again from `start`."""
        scan = self.scan
        self._spent += scan.at - start + family.cost
        scan.rewind(start)
        return False

    def _cut(self, start: int) -> None:
        """The text ended inside a call: at its end, or where the fence around it did."""
        scan, fence = self.scan, self.prose.fence
        if fence and self._recovered < _RECOVERIES:
            end = fence.end_in(scan.slice(start, scan.length))
            if end is not None:
                self._recovered += 1
                scan.log.doubtful = True
                scan.rewind(start + end)
        scan.close_shown()
        scan.withdraw_all("the text ended")

    def _guess(self) -> None:
        """No structured call was found: the fallbacks that tools declare may find one in the prose."""
        scan, prose = self.scan, self.prose
        if prose.fence:
            prose.exclude(max(prose.fence.start, 0))
        text = scan.slice(0, scan.length)
        for guess in fallback_calls(text, scan.tools, prose.excluded):
            draft = CallBuilder(prose.log, guess.kind, guess.span[0])
            draft.named(guess.name)
            draft.arguments = guess.arguments
            draft.close(span=guess.span, raw=text[slice(*guess.span)], confidence="fallback")
