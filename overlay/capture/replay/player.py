"""Plays the timeline of a recording: one event at a time; overlay finishes handling it before the next.

The virtual clock advances to the next due timer, in Python or in a document, or to the next recorded event.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from overlay.capture.event_log import Log
from overlay.capture.model import Answered, Closed, LogLine, Opened, Pressed, Step
from overlay.capture.replay.documents import ReplayDocument, ReplayDocuments
from overlay.capture.replay.idle import idle
from overlay.capture.replay.replay_companion import ReplayCompanion
from overlay.capture.replay.snapshots import BlockSnapshots
from overlay.capture.replay.timeline import Timeline, TimelineEvent
from overlay.common.clock import VirtualClock

NOW = 1e-6
"""Milliseconds: a timer that is due before the current time plus this is due now."""
BATCH = 64


@dataclass(frozen=True, slots=True)
class Moment:
    """A timeline event that overlay has handled. `what` is the event (None: the end), `at` its time in
    milliseconds, `n` the last step applied, and `lines` overlay's log since the previous moment.
    """

    what: TimelineEvent | None
    at: float
    n: int
    lines: list[LogLine] = field(default_factory=list[LogLine])


Watch = Callable[[Moment], Awaitable[None]]


class Player:
    """Plays a timeline. `speed` is relative to the recorded speed; None: as fast as possible. `watch` is
    awaited after each timeline event.
    """

    def __init__(
        self,
        stage: ReplayCompanion,
        scenes: ReplayDocuments,
        clock: VirtualClock,
        sketches: BlockSnapshots,
        speed: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.log = Log()
        self.lines: list[LogLine] = []
        self.n = 0
        self._stage = stage
        self._scenes = scenes
        self._clock = clock
        self._sketches = sketches
        self._speed = speed
        self._watch = watch
        self._events = stage.listen()
        self._drawable: dict[str, str] = {}
        self._told = 0
        self._began = asyncio.get_running_loop().time()

    async def play(self, timeline: Timeline) -> None:
        """Play all events and wait until the end of the timeline. Raises NotPlayed."""
        row = timeline.happenings
        at = 0
        while at < len(row):
            when, what = row[at]
            taken = 1
            if isinstance(what, Step):
                steps = _in_one(row[at : at + (1 if self._watch else BATCH)], what)
                await self._advance(when, steps)
                taken = len(steps)
            else:
                await self._advance(when)
                await self._do(what, when)
            await self._settle()
            await self._tell(what, when)
            at += taken
        await self._advance(timeline.end)
        await self._settle()
        await self._tell(None, timeline.end)

    async def written(self) -> str:
        """Return the trees of the open documents, in the order of their numbers."""
        lines: list[str] = []
        for number, scene in sorted(self._scenes.open.items()):
            lines += [f"#document {number} {scene.document.url}", *await scene.written()]
        return "\n".join(lines) + "\n"

    @property
    def now(self) -> float:
        """The current time in milliseconds of the recording."""
        return self._clock.now() * 1000

    async def _do(self, what: TimelineEvent, when: float) -> None:
        match what:
            case Opened():
                before = asyncio.get_running_loop().time()
                scene = await self._scenes.begin(what, when)
                # The time that the browser took to open the document does not count for `speed`.
                self._began += asyncio.get_running_loop().time() - before
                await self._drive(scene)
            case Closed():
                await self._scenes.end(what)
            case Pressed():
                block = self.log.id_of(what.block)
                if block is None or not self._stage.press(what, block):
                    self._missed(what.block, f"{what.action} was pressed on a block that is not there")
            case Answered():
                block = self.log.id_of(what.block)
                if not self._stage.person.answer(what, self._stage.tool_of(block) if block else ""):
                    self._missed(what.block, "a question was answered that is not asked")
            case Step():
                raise AssertionError("steps are taken as time passes")

    def _missed(self, block: int, text: str) -> None:
        """Log that a recorded action of the user has no target now; a check reports it as a difference."""
        self.lines.append(LogLine(n=self.n, block=block, kind="missed", text=text))

    async def _advance(self, until: float, steps: list[tuple[float, Step]] | None = None) -> None:
        """Advance the clock until the last of `steps` is applied, or to `until`, and handle what is due."""
        waiting = list(steps or ())
        fresh = list(waiting)
        while True:
            await self._take_in()
            pressing = [scene for scene in self._scenes.open.values() if scene.document.pending]
            if self._drawable or len(pressing) > 1:
                await self._settle()
                continue
            scene, when = self._next(waiting)
            if when > until and not waiting:
                if pressing:
                    await self._settle()
                    continue
                break
            if pressing and scene is not pressing[0]:
                await self._settle()
                continue
            await self._pace(when)
            if scene is None:
                self._clock.fire_next()
                continue
            before = self._bound(scene, when, waiting[-1][0] if waiting else until)
            mine = bool(waiting) and waiting[0][1].doc == scene.opened.doc
            now, taken = await scene.drive(self.now, before, fresh if mine else None)
            fresh = [] if mine else fresh
            if taken:
                self.n = waiting[taken - 1][1].n
                del waiting[:taken]
            self._clock.advance_to(now / 1000)
            if steps and not waiting:
                return
        self._clock.advance_to(until / 1000)

    def _next(self, waiting: list[tuple[float, Step]]) -> tuple[ReplayDocument | None, float]:
        """Return the document (None: Python) that has the next timer or step, and its time.

        At the same time, Python's timers come first, then those of documents, then the step.
        """
        scenes = self._scenes.open
        python = math.inf if self._clock.due is None else self._clock.due * 1000
        found: tuple[float, ReplayDocument | None] = (python, None)
        for scene in scenes.values():
            if scene.due < found[0]:
                found = (scene.due, scene)
        if waiting and max(waiting[0][0], self.now) < found[0]:
            found = (waiting[0][0], scenes.get(waiting[0][1].doc))
        return found[1], max(found[0], self.now)

    def _bound(self, scene: ReplayDocument, when: float, until: float) -> float:
        """Return the time before which `scene` may run without any other document or Python being due."""
        if self._speed is not None:
            return when + NOW
        python = math.inf if self._clock.due is None else self._clock.due * 1000
        others = (other.due for other in self._scenes.open.values() if other is not scene)
        return max(when + NOW, min(python, *others, until + NOW))

    async def _settle(self) -> None:
        """Wait until overlay has handled everything, in Python and the page; snapshot the changed blocks."""
        while True:
            await self._take_in()
            pressing = [scene for scene in self._scenes.open.values() if scene.document.pending]
            for scene in pressing:
                await self._drive(scene)
            if pressing:
                continue
            if not self._drawable:
                return
            await self._sketch()

    async def _drive(self, scene: ReplayDocument) -> None:
        """Send the pending commands to the page script and handle what is due now."""
        await scene.drive(self.now, self.now + NOW)

    async def _take_in(self) -> None:
        """Wait until Python has nothing to do, and log its events."""
        await idle()
        while not self._events.empty():
            event = self._events.get_nowait()
            if event is None:
                continue
            self.lines.append(self.log.line(event, self.n))
            if event.block:
                self._drawable[event.block.id] = event.block.status
            if self._events.empty():
                # An event may start a journal write in a thread.
                await self._stage.parts.journal.settled()
                await idle()

    async def _sketch(self) -> None:
        drawable, self._drawable = self._drawable, {}
        for block, status in drawable.items():
            number, document = self.log.number(block), self._stage.document_of(block)
            if number and document and self._sketches.due(number, status):
                await self._sketches.draw(number, status, block, document)

    async def _pace(self, when: float) -> None:
        if self._speed is not None:
            due = self._began + when / 1000 / self._speed
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))

    async def _tell(self, what: TimelineEvent | None, when: float) -> None:
        if self._watch:
            lines, self._told = self.lines[self._told :], len(self.lines)
            await self._watch(Moment(what, when, self.n, lines))


def _in_one(row: list[tuple[float, TimelineEvent]], first: Step) -> list[tuple[float, Step]]:
    """Return the steps at the beginning of `row` that belong to the document of `first`."""
    found: list[tuple[float, Step]] = []
    for when, what in row:
        if not isinstance(what, Step) or what.doc != first.doc:
            break
        found.append((when, what))
    return found
