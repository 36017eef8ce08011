"""Lets the formats of an opener try to read a call, within a budget for attempts that fail."""

from __future__ import annotations

from collections.abc import Callable

from .call_builder import EventLog
from .markdown import Prose
from .parse_context import CallFormat, ParseContext
from .stream_buffer import EndOfInput, NotACall, Parser

# A failed attempt costs the code points it read and a fixed amount. The sum may reach `_IN_VAIN` times the
# text so far plus `_FREE`, so the time for hostile text stays proportional to its length.
_IN_VAIN, _FREE = 1.0, 20_000
_RECOVERIES = 10
_BEHIND = 16  # code points before the position that a fast check may look at


class Attempts:
    """The attempts to read calls in `scan`, whose ordinary text `prose` follows.

    `ranges` are the (start, end) of the texts that contain calls, including the wrappers of calls.
    """

    def __init__(self, scan: ParseContext, prose: Prose) -> None:
        self.scan = scan
        self.prose = prose
        self.restart()

    def restart(self) -> None:
        """Forget all attempts, for the next text that `scan` holds."""
        self.ranges: list[tuple[int, int]] = []
        self._spent = 0
        self._recovered = 0

    def passed_over(self, members: list[CallFormat]) -> bool:
        """Return whether to skip the opener because failed attempts have used up the budget.

        The budget grows with the text. Openers of reasoning and results are never skipped.
        """
        if members[0].rank < 0 or self._spent <= _IN_VAIN * self.scan.at + _FREE:
            return False
        # All calls from here on are `repaired`, so that none runs automatically: an opener was skipped.
        self.scan.log.doubtful = self.prose.log.doubtful = True
        return True

    def at_once(self, members: list[CallFormat], size: int) -> bool:
        """Try the formats' fast checks (`refused`, `whole`); return False, with nothing read, if they can't
        decide.

        If they decide, the effect is the same as that of `candidate`.
        """
        scan, prose = self.scan, self.prose
        buf, pos = scan.buf, scan.pos
        if not self._sees_behind():
            return False
        start = scan.base + pos
        spent = 0
        for family in members:
            if family.refused and (refused := family.refused.match(buf, pos)):
                spent += refused.end() - pos + family.cost
                continue
            if family.whole is None:
                return False
            scan.pending_from = scan.construct = scan.begin = start
            if not self._read_at_once(family.whole, start, in_prose=prose.fence is None and family.rank >= 0):
                return False
            break
        else:
            prose.ordinary(buf[pos : pos + size])
            scan.pos += 1
        self._spent += spent
        scan.pending_from = None
        return True

    def _read_at_once(self, whole: Callable[[ParseContext], bool], start: int, *, in_prose: bool) -> bool:
        """Let `whole` read the construct at `start`; return whether it did.

        In prose, the calls of an announced example do not count. Most data there is no call, so the text
        before it is searched for an announcement only after a call was found.
        """
        scan, prose, log = self.scan, self.prose, self.scan.log
        prose.look_around(log)
        before = log.state
        if not whole(scan):
            log.restore(before)
            return False
        if prose.fence is None:
            prose.tags.skip(start, scan.at)
        if len(log.calls) == before[0]:
            prose.other_data()
            if in_prose:
                prose.passed(start)
        elif in_prose and prose.announced(start):
            log.restore(before)
            prose.example_ended()
        elif log is prose.log:
            self.ranges.append((start, scan.base + scan.pos))
        return True

    def _sees_behind(self) -> bool:
        """Return whether the window holds all text before the position that a fast check looks at."""
        return self.scan.pos >= _BEHIND or self.scan.base < 0

    def candidate(self, members: list[CallFormat], size: int) -> Parser[None]:
        """Let the formats of the opener at the current position try to read a call, in order of
        precedence.
        """
        scan = self.scan
        start = scan.at
        in_prose = self.prose.fence is None and members[0].rank >= 0
        example = in_prose and self.prose.announced(start)
        if example:
            scan.log = EventLog()
        calls = len(scan.log.calls)
        try:
            for family in members:
                if (yield from self.attempt(family, start)):
                    if len(scan.log.calls) == calls:
                        if in_prose:
                            self.prose.passed(start, announced=example)
                    elif example:
                        self.prose.example_ended()
                    break
            else:
                self.prose.ordinary(scan.buf[scan.pos : scan.pos + size])
                scan.pos += 1
        finally:
            if example:
                scan.log = self.prose.log
        scan.pending_from = None

    def attempt(self, family: CallFormat, start: int) -> Parser[bool]:
        """Let `family` read from `start`; return whether the text that it read is finished."""
        scan = self.scan
        if family.refused and self._sees_behind() and (refused := family.refused.match(scan.buf, scan.pos)):
            self._spent += refused.end() - scan.pos + family.cost
            return False
        calls = len(scan.log.calls)
        self.prose.look_around(scan.log)
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
        if self.prose.fence is None:
            self.prose.tags.skip(start, scan.at)
        if family.rank < 0:
            self.prose.exclude(start)
        if len(scan.log.calls) == calls and family.rank >= 0:
            self.prose.other_data()
        elif len(scan.log.calls) > calls and scan.log is self.prose.log:
            self.ranges.append((scan.begin, scan.at))
        return True

    def _back(self, start: int, family: CallFormat) -> bool:
        """Reset to `start` after a failed attempt, so that the text is read again."""
        scan = self.scan
        self._spent += scan.at - start + family.cost
        scan.rewind(start)
        return False

    def _cut(self, start: int) -> None:
        """Handle a text that ended inside a call: at its end, or at the end of the code block around the
        call.
        """
        scan, fence = self.scan, self.prose.fence
        if fence and self._recovered < _RECOVERIES:
            end = fence.end_in(scan.slice(start, scan.length))
            if end is not None:
                self._recovered += 1
                scan.log.doubtful = True
                scan.rewind(start + end)
        scan.close_shown()
        scan.withdraw_all("the text ended")
