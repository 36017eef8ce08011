"""Records a run: keeps page changes, inputs and events in memory until the recording is saved."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from observers.cdp import call as send
from observers.document import Document
from observers.page_api import ask
from observers.protocol import Batch, Recorded, TextDelta
from observers.recording_protocol import PageInfo
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import (
    ApprovalAnswered,
    ButtonPressed,
    Event,
    HistoryLoaded,
    InsertionEnded,
    ToolRan,
)
from overlay.capture.delta_encoding import unpack
from overlay.capture.event_log import Log
from overlay.capture.model import (
    PACKED_LINE,
    Answered,
    Delta,
    InputLine,
    LogLine,
    PackedLine,
    PageLine,
    Pressed,
    Put,
    Ran,
)
from overlay.capture.record.assets import Assets
from overlay.capture.record.earlier_runs import EarlierRuns
from overlay.capture.record.gaps import Gaps
from overlay.capture.record.line_buffer import LineBuffer
from overlay.capture.record.page_answers import PageAnswers
from overlay.capture.record.page_log import Pages
from overlay.capture.record.unread_steps import UnreadSteps
from overlay.capture.replay.idle import idle
from overlay.capture.text_growth import TextGrowth
from overlay.capture.tool_results import as_plain
from overlay.capture.user_rules import rules_now
from overlay.chat.document_events import DocumentClosed, DocumentOpened, MessageLost, MessageReceived
from overlay.policy.model import CallOrigin
from overlay.policy.policy_schema import PolicyRules
from overlay.policy.taint import CLEAN

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from overlay.companion.companion import Companion


_ABOUT: TypeAdapter[PageInfo | None] = TypeAdapter(PageInfo | None)
_NUMBER = TypeAdapter(float)
PATIENCE = 10.0
"""Seconds in which a page must answer at the end of a recording."""
MOST_ROUNDS = 20
"""How often all pages are waited for then."""


class Recorder:
    """Records one run of a companion: pass it as `Companion(..., recorder=recorder)` and save it afterwards.

    `page`, `inputs`, `streams` and `live` are the lines so far, secrets included. `packed` holds the page
    lines with deltas, as the page sent them. `finish` sets `browser`, the browser's version.
    """

    def __init__(self, assets: Assets | None = None) -> None:
        self.packed: LineBuffer[Any] = LineBuffer(PACKED_LINE)
        self.inputs: list[InputLine] = []
        self.streams: LineBuffer[Delta] = LineBuffer(TypeAdapter(Delta))
        self.live: LineBuffer[LogLine] = LineBuffer(TypeAdapter(LogLine))
        self.log = Log()
        self.pages = Pages(self.at)
        self.gaps = Gaps(self.pages, self.at)
        self._earlier = EarlierRuns()
        self.companion: Companion | None = None
        self.rules = PolicyRules()
        """The user's rules when the recording began."""
        self.assets = assets or Assets()
        self.browser = ""
        self.length = 0.0
        self.read: list[int] = []
        """The documents of which overlay has read something: before they were closed, or by `finish`."""
        self.unread: dict[int, int] = {}
        """By document of `read` that was closed: the first step that overlay had not read then."""
        self._unread = UnreadSteps()
        self._began = time.time() * 1000
        self._last = 0.0
        self._documents: list[Document] = []
        self._after_pages: list[LogLine] = []
        """The events since the last recorded page was closed."""
        self._closed_at: float | None = None
        """When that was. None: a recorded page is open, or none was so far."""
        self._running: dict[str, int] = {}
        self._page_answers = PageAnswers(self._put, lambda: (self.at(), self.pages.step), self._of)
        self._over = False
        self.count = 0
        """The number of messages and events so far."""
        self.grown = 0
        """The number of characters by which texts that overlay reads became longer than before."""
        self._growth = TextGrowth()
        self._events = 0
        self.has_start = asyncio.Event()
        """A page was recorded as it was at its start."""

    @property
    def progress(self) -> int:
        """A number that grows with each event of overlay and each text that becomes longer than before."""
        return self._events + self.grown

    @property
    def page(self) -> Iterator[PageLine]:
        """The page lines so far, with deltas expanded."""
        return unpack(self.packed)

    def at(self, epoch: float | None = None) -> float:
        """Return the milliseconds since the recording began, for now or for `epoch` (milliseconds since
        1970).

        The result never decreases and is never in the future, whatever the page's clock says.
        """
        now = time.time() * 1000 - self._began
        claimed = now if epoch is None else min(max(epoch - self._began, self._last), now)
        self._last = round(max(claimed, self._last), 1)
        return self._last

    def begin(self, companion: Companion, events: EventStream) -> None:
        """Subscribe to the events to record."""
        self.companion = companion
        self.rules = rules_now(companion.policy)
        events.subscribe(DocumentOpened, self.opened)
        events.subscribe(MessageReceived, self.received)
        events.subscribe(MessageLost, self.lost)
        events.subscribe(DocumentClosed, self.closed)
        events.subscribe(Event, self.happened)
        events.subscribe(HistoryLoaded, self.history_loaded)
        events.subscribe(ButtonPressed, self.pressed)
        events.subscribe(ApprovalAnswered, self.answered)
        events.subscribe(ToolRan, self.ran)
        events.subscribe(InsertionEnded, self.put)
        self._page_answers.begin(events)
        self.assets.watch(companion.context)

    def opened(self, event: DocumentOpened) -> None:
        """Note that a document was opened."""
        self._documents.append(event.document)

    def received(self, event: MessageReceived) -> None:
        """Record a message from a document's isolated world."""
        document, message = event.document, event.message
        if self._over:
            return
        self.count += 1
        if isinstance(message, Recorded):
            lines = self.pages.took(document, message)
            self._keep(lines)
            self._unread.add(document, self.pages.number(document), message, lines)
            self.has_start.set()
            if self._closed_at is not None and self._has_page():
                self._closed_at = None
                for line in self._after_pages:
                    self.live.add(line)
                self._after_pages.clear()
        elif isinstance(message, Batch) and (number := self.pages.number(document)):
            if not message.more:
                self._unread.read(document)
            for item in message.items:
                if isinstance(item, TextDelta):
                    self.streams.add(self._delta(number, item))
                    self.grown += self._growth.add(number, item.id, item.length)

    def lost(self, event: MessageLost) -> None:
        """Note a message that overlay could not take, if it had changes of the page."""
        if not self._over and (event.flood or event.recorded):
            self.gaps.lost(event.document, "flood" if event.flood else "refused")

    def closed(self, event: DocumentClosed) -> None:
        """Record that a document was closed."""
        document = event.document
        had_page = self._has_page()
        if document in self._documents:
            self._documents.remove(document)
        if had_page and not self._has_page():
            self._closed_at = self.at()
        if not self._over:
            number = self.pages.number(document)
            was_read, unread = self._unread.closed(document)
            # A replay reads texts some milliseconds later than the page did, perhaps after its end.
            if number and was_read:
                self._note_read(number)
                self.unread |= {number: unread} if unread else {}
            self.gaps.closed(document)
            self._keep(self.pages.closed(document))

    def happened(self, event: Event) -> None:
        """Record an event of overlay."""
        if self._over:
            return
        self.count += 1
        self._events += 1
        if event.block and self.companion and (shown := self.companion.parts.chats.find(event.block.id)):
            document, block = shown[0].document, shown[1]
            self.gaps.call_shown(document, grew=event.block.live)
            number = self.pages.number(document)
            for line in self._earlier.lines_of(block) if number else ():
                place = {"at": self.at(), "n": self.pages.step, "doc": number}
                self._put(line.model_copy(update=place))
        line = self.log.line(event, self.pages.step)
        if self._closed_at is None:
            self.live.add(line)
        else:
            # A replay does not close the last page, so it can't repeat what overlay does now.
            self._after_pages.append(line)
        if event.kind == "running" and event.block:
            self._running[event.block.name] = self.log.number(event.block.id) or 0

    def history_loaded(self, event: HistoryLoaded) -> None:
        """Note what earlier runs know of a conversation."""
        shown = event.context
        place = CallOrigin(shown.origin, shown.conversation, shown.has_stable_id)
        self._earlier.loaded(event, self.companion.policy.taint_of(place) if self.companion else CLEAN)

    def pressed(self, event: ButtonPressed) -> None:
        """Record an accepted press of a block's button."""
        if number := self.log.number(event.block.id):
            self._put(
                Pressed(
                    at=self.at(),
                    n=self.pages.step,
                    block=number,
                    action=event.action,
                    values=dict(event.values),
                )
            )

    def answered(self, event: ApprovalAnswered) -> None:
        """Record the user's answer to an approval request."""
        verdict = {"scope": event.answer.scope, "reason": event.answer.reason}
        self._put(Answered(at=self.at(), n=self.pages.step, block=self._of(event.call), verdict=verdict))

    def ran(self, event: ToolRan) -> None:
        """Record a tool run: its duration and result."""
        call, took = event.call, round(event.seconds * 1000, 1)
        if call.repeats:
            return  # the user pressed a button of the panel, which a replay doesn't have
        self._put(
            Ran(
                at=round(max(0.0, self.at() - took), 1),
                n=self.pages.step,
                block=self._of(call),
                name=call.name,
                arguments=call.arguments,
                took=took,
                result=as_plain(event.result),
            )
        )

    def put(self, event: InsertionEnded) -> None:
        """Record that results were inserted into the message box, or that its content was sent."""
        numbers = [number for block in event.blocks if (number := self.log.number(block.id))]
        self._put(
            Put(
                at=self.at(),
                n=self.pages.step,
                blocks=numbers,
                sent=event.sent,
                exact=event.exact,
                problem=event.problem,
            )
        )

    def copy(self) -> Recorder:
        """Return what was recorded so far, for another thread to save."""
        new = copy(self)
        new.packed, new.streams, new.live = self.packed.copy(), self.streams.copy(), self.live.copy()
        new.inputs, new.read, new.unread = list(self.inputs), list(self.read), dict(self.unread)
        new.length = self.at() if self._closed_at is None else self._closed_at
        new.pages, new.log, new.assets = copy(self.pages), self.log.copy(), self.assets.copy()
        new.gaps = self.gaps.copy()
        return new

    async def finish(self) -> None:
        """Get the remaining changes from every page, let overlay read them, then stop recording."""
        if self._over:
            return
        for document in list(self._documents):
            try:
                async with asyncio.timeout(PATIENCE):
                    about = await ask(document, "record.end", _ABOUT)
            except (PlaywrightError, TimeoutError):
                continue  # the page was closed, or hangs; what it sent before is recorded
            if number := self.pages.number(document):
                if document.top and self.pages.is_first(document) and about and about.width:
                    self.pages.about = about  # a minimized window has no size
                self._note_read(number)
        if self.companion:
            await self._settled(self.companion)
        # What happens from now on is not in the log: a replay ends with the length.
        self.length = self.at() if self._closed_at is None else self._closed_at
        self._page_answers.end(self.length)
        self._over = True
        if self.companion:
            await self.assets.rest(self.companion.pages)
            self.browser = await browser_of(self.companion.context)

    async def _settled(self, companion: Companion) -> None:
        """Wait until Python has nothing to do, and each page has answered what it was asked."""
        for _ in range(MOST_ROUNDS):
            before = [document.calls for document in self._documents]
            await asyncio.gather(*(_answered(document) for document in self._documents))
            await idle()
            await companion.parts.journal.settled()
            await idle()
            if [document.calls for document in self._documents] == [calls + 1 for calls in before]:
                return

    def _has_page(self) -> bool:
        """Return whether a page is open that is recorded; one without an address is not."""
        return any(document.top and self.pages.number(document) for document in self._documents)

    def _delta(self, number: int, item: TextDelta) -> Delta:
        return Delta(
            at_ms=self.at(),
            n=self.pages.step,
            doc=number,
            unit=item.id,
            at=item.at,
            text=item.text,
            length=item.length,
        )

    def _of(self, call: Call) -> int:
        """Return the number of the first block that shows the call, else of the last that ran its tool."""
        numbers = [number for block in call.blocks if (number := self.log.number(block))]
        return min(numbers) if numbers else self._running.get(call.name, 0)

    def _keep(self, lines: list[PackedLine]) -> None:
        for line in lines:
            self.packed.add(line)

    def _note_read(self, number: int) -> None:
        if number not in self.read:
            self.read.append(number)

    def _put(self, line: InputLine) -> None:
        if not self._over:
            self.inputs.append(line)


async def _answered(document: Document) -> None:
    """Return when the document has answered all that it was asked before."""
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await ask(document, "page.outer", _NUMBER)


async def browser_of(context: BrowserContext) -> str:
    """Return the browser's product and version, such as `Chrome/140.0.1.2`; "" if it was closed."""
    try:
        page = context.pages[0]
        session = await context.new_cdp_session(page)
        version = await send(session, "Browser.getVersion")
        await session.detach()
    except (IndexError, PlaywrightError):
        return ""
    return str(version["product"])
