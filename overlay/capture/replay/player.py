"""Plays the timeline of a recording: one event at a time; overlay finishes handling it before the next.

The virtual clock advances to the next due timer, in Python or in a document, or to the next recorded event.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from overlay.capture.model import Answered, Closed, LogLine, Opened, Pressed, UncheckedStep
from overlay.capture.replay.documents import ReplayDocument, ReplayDocuments, Sending
from overlay.capture.replay.idle import idle
from overlay.capture.replay.replay_companion import ReplayCompanion
from overlay.capture.replay.replies import Replies
from overlay.capture.replay.snapshots import BlockSnapshots
from overlay.capture.replay.timeline import Timeline, TimelineEvent
from overlay.common.clock import VirtualClock

if TYPE_CHECKING:
    from playwright.async_api import Page

NOW = 1e-6
"""Milliseconds: a timer that is due before the current time plus this is due now."""
BATCH = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A timeline event that overlay has handled. `what` is the event (None: the end), `at` its time in
    milliseconds, `n` the last step applied, and `lines` overlay's log since the previous moment. `page` is
    the tab with the newest open document, if there is one.
    """

    what: TimelineEvent | None
    at: float
    n: int
    lines: list[LogLine] = field(default_factory=list[LogLine])
    page: Page | None = None


Watch = Callable[[Moment], Awaitable[None]]


class Player:
    """Plays a timeline. `speed` is relative to the recorded speed; None: as fast as possible. `watch` is
    awaited after each timeline event.
    """

    def __init__(
        self,
        companion: ReplayCompanion,
        documents: ReplayDocuments,
        clock: VirtualClock,
        snapshots: BlockSnapshots,
        replies: Replies,
        speed: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.log = companion.log
        self.lines: list[LogLine] = []
        self.n = 0
        self._companion = companion
        self._documents = documents
        self._clock = clock
        self._snapshots = snapshots
        self._replies = replies
        self._speed = speed
        self._watch = watch
        self._queue = companion.listen()
        self._changed: dict[str, str] = {}
        self._reported = 0
        self._read: tuple[int, ...] = ()
        self._began = asyncio.get_running_loop().time()

    async def play(self, timeline: Timeline) -> None:
        """Play all events and wait until the end of the timeline. Raises NotPlayed."""
        row, self._read = timeline.events, timeline.read
        at = 0
        while at < len(row):
            when, what = row[at]
            taken = 1
            if isinstance(what, UncheckedStep):
                steps = _in_one(row[at : at + (1 if self._watch else BATCH)], what)
                await self._advance(when, steps)
                taken = len(steps)
            else:
                await self._advance(when)
                await self._do(what, when)
            await self._settle()
            await self._report(what, when)
            at += taken
        await self._advance(timeline.end)
        await self._settle()
        for number in timeline.read:
            if document := self._documents.open.get(number):
                await document.send_rest()
        await self._settle()
        await self._report(None, timeline.end)

    async def written(self) -> str:
        """Return the trees of the open documents, in the order of their numbers."""
        lines: list[str] = []
        for number, document in sorted(self._documents.open.items()):
            lines += [f"#document {number} {document.observed.url}", *await document.written()]
        return "\n".join(lines) + "\n"

    @property
    def now(self) -> float:
        """The current time in milliseconds of the recording."""
        return self._clock.now() * 1000

    async def _do(self, what: TimelineEvent, when: float) -> None:
        match what:
            case Opened():
                before = asyncio.get_running_loop().time()
                document = await self._documents.begin(what, when)
                # The time that the browser took to open the document does not count for `speed`.
                self._began += asyncio.get_running_loop().time() - before
                await self._drive(document)
            case Closed():
                document = self._documents.open.get(what.doc)
                if document and what.doc in self._read:
                    await document.send_rest()
                    await self._settle()
                await self._documents.end(what)
            case Pressed():
                block = self.log.id_of(what.block)
                if block is None or not self._companion.press(what, block):
                    self._missed(what.block, f"{what.action} was pressed on a block that is not there")
            case Answered():
                block = self.log.id_of(what.block)
                if not self._companion.user.answer(what, self._companion.tool_of(block) if block else ""):
                    self._missed(what.block, "a question was answered that is not asked")
            case UncheckedStep():
                raise AssertionError("steps are taken as time passes")

    def _missed(self, block: int, text: str) -> None:
        """Log that a recorded action of the user has no target now; a check reports it as a difference."""
        self.lines.append(LogLine(n=self.n, block=block, kind="missed", text=text))

    async def _advance(self, until: float, steps: list[tuple[float, UncheckedStep]] | None = None) -> None:
        """Advance the clock until the last of `steps` is applied, or to `until`, and handle what is due."""
        waiting = list(steps or ())
        fresh = list(waiting)
        while True:
            await self._take_in()
            pending = [document for document in self._documents.open.values() if document.observed.pending]
            document, when = self._next(waiting)
            ends = when > until and not waiting
            if ends and not pending and not self._changed:
                break
            elsewhere = any(each is not document for each in pending)
            if ends or elsewhere or (self._changed and not self._may_draw_in(document)):
                await self._settle()
                continue
            await self._pace(when)
            if document is None:
                self._clock.fire_next()
                continue
            before = self._bound(document, when, waiting[-1][0] if waiting else until)
            mine = bool(waiting) and waiting[0][1].doc == document.opened.doc
            ran = await self._run(document, before, waiting, fresh if mine else None, self._changed)
            del waiting[:ran]
            fresh = [] if mine else fresh
            if steps and not waiting:
                return
        self._clock.advance_to(until / 1000)

    def _next(self, waiting: list[tuple[float, UncheckedStep]]) -> tuple[ReplayDocument | None, float]:
        """Return the document (None: Python) that has the next timer or step, and its time.

        At the same time, Python's timers come first, then those of documents, then the step.
        """
        documents = self._documents.open
        found: tuple[float, ReplayDocument | None] = (self._due, None)
        for document in documents.values():
            if document.due < found[0]:
                found = (document.due, document)
        if waiting and max(waiting[0][0], self.now) < found[0]:
            found = (waiting[0][0], documents.get(waiting[0][1].doc))
        return found[1], max(found[0], self.now)

    def _bound(self, document: ReplayDocument, when: float, until: float) -> float:
        """Return the time before which `document` may run without any other document or Python being due."""
        if self._speed is not None:
            return when + NOW
        others = (other.due for other in self._documents.open.values() if other is not document)
        return max(when + NOW, min(self._due, *others, until + NOW))

    async def _settle(self) -> None:
        """Wait until overlay has handled everything, in Python and the page; snapshot the changed blocks."""
        while True:
            await self._take_in()
            pending = [document for document in self._documents.open.values() if document.observed.pending]
            for document in pending:
                await self._drive(document)
            if pending:
                continue
            if not self._changed:
                return
            await self._take_snapshots()

    async def _drive(self, document: ReplayDocument) -> None:
        """Send the pending commands to the page script and handle what is due now."""
        await self._run(document, self.now + NOW)

    def _may_draw_in(self, document: ReplayDocument | None) -> bool:
        """Return whether the changed blocks are all in `document`, which can read them and go on at once."""
        if not document or self._watch or self._speed is not None or not self._replies.known:
            return False
        blocks = map(self._companion.document_of, self._changed)
        return self._snapshots.only_read and all(each is document.observed for each in blocks)

    async def _run(
        self,
        document: ReplayDocument,
        before: float,
        waiting: Sequence[tuple[float, UncheckedStep]] = (),
        fresh: Sequence[tuple[float, UncheckedStep]] | None = None,
        changed: Mapping[str, str] | None = None,
    ) -> int:
        """Let a document run until `before` or its next reply; return how many of `waiting` were applied.

        `fresh` are those of `waiting` that the document does not have yet; None applies no step. Before the
        steps, snapshots of the blocks `changed` are taken, by their ids and statuses.
        """
        number = document.opened.doc
        quiet = self._replies.quiet(number)
        due = self._due_snapshots(changed or {})
        done = await document.drive(self.now, before, fresh, quiet, [block for block, _, _ in due])
        if done.drawn is not None and changed:
            for (_, block, status), drawn in zip(due, done.drawn, strict=True):
                self._snapshots.add(block, status, drawn)
            self._changed = {}
        for index, sending in enumerate(done.sent):
            self._clock.advance_to(sending.at / 1000)
            self._applied(waiting, sending.applied)
            replied = await self._handle(document, sending)
            self._replies.take(number, replied=replied, stopped=index >= quiet)
        self._applied(waiting, done.applied)
        self._clock.advance_to(done.now / 1000)
        return done.applied

    def _applied(self, waiting: Sequence[tuple[float, UncheckedStep]], number: int) -> None:
        if number:
            self.n = waiting[number - 1][1].n

    async def _handle(self, document: ReplayDocument, sending: Sending) -> bool:
        """Handle a sending; return whether anything in the page or on the clock depends on its moment."""
        observed = [each.observed for each in self._documents.open.values()]
        due, calls = self._due, [each.calls for each in observed]
        for message in sending.messages:
            self._companion.bridge.receive(document.observed, message)
        await self._take_in()
        pending = any(each.pending for each in observed)
        return bool(self._changed) or pending or self._due < due or calls != [each.calls for each in observed]

    @property
    def _due(self) -> float:
        """When Python's next timer is due, in milliseconds of the recording."""
        return math.inf if self._clock.due is None else self._clock.due * 1000

    async def _take_in(self) -> None:
        """Wait until Python has nothing to do, and log its events."""
        await idle()
        while not self._queue.empty():
            event = self._queue.get_nowait()
            if event is None:
                continue
            self.lines.append(self.log.line(event, self.n))
            if event.block:
                self._changed[event.block.id] = event.block.status
            if self._queue.empty():
                # An event may start a journal write in a thread.
                await self._companion.parts.journal.settled()
                await idle()

    async def _take_snapshots(self) -> None:
        changed, self._changed = self._changed, {}
        for block, number, status in self._due_snapshots(changed):
            if observed := self._companion.document_of(block):
                await self._snapshots.draw(number, status, block, observed)

    def _due_snapshots(self, changed: Mapping[str, str]) -> list[tuple[str, int, str]]:
        """Return id, number and status of the blocks that need a snapshot."""
        numbered = [(block, self.log.number(block), status) for block, status in changed.items()]
        return [
            (block, number, status)
            for block, number, status in numbered
            if number and self._snapshots.due(number, status)
        ]

    async def _pace(self, when: float) -> None:
        if self._speed is not None:
            due = self._began + when / 1000 / self._speed
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))

    async def _report(self, what: TimelineEvent | None, when: float) -> None:
        if self._watch:
            lines, self._reported = self.lines[self._reported :], len(self.lines)
            await self._watch(Moment(what, when, self.n, lines, self._documents.page))


def _in_one(
    row: list[tuple[float, TimelineEvent]], first: UncheckedStep
) -> list[tuple[float, UncheckedStep]]:
    """Return the steps at the beginning of `row` that belong to the document of `first`."""
    found: list[tuple[float, UncheckedStep]] = []
    for when, what in row:
        if not isinstance(what, UncheckedStep) or what.doc != first.doc:
            break
        found.append((when, what))
    return found
