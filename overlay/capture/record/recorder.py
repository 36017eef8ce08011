"""Records a run: keeps everything that happens in memory until the recording is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from observers.cdp import call as send
from observers.document import Document
from observers.page_api import ask
from observers.protocol import Batch, Recorded, TextDelta
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ApprovalAnswered, ButtonPressed, Event, InsertionEnded, ToolRan
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
from overlay.capture.record.line_buffer import LineBuffer
from overlay.capture.record.page_log import Pages
from overlay.capture.tool_results import as_plain
from overlay.chat.document_events import DocumentClosed, DocumentOpened, MessageReceived

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from overlay.companion.companion import Companion


@dataclass(slots=True)
class PageInfo:
    """What the page was shown in: its size (CSS pixels), whether it was asked to be dark, the browser."""

    width: int = 1280
    height: int = 800
    dark: bool = False
    browser: str = ""


_ABOUT = TypeAdapter(PageInfo)


class Recorder:
    """`Companion(..., recorder=recorder)`; once the companion has closed, `save` it.

    `page`, `inputs`, `streams`, `live` are the lines so far, with all secrets still in them, `packed` the
    page lines as the page told them; `about` is what is known of page and browser in the end.
    """

    def __init__(self, assets: Assets | None = None) -> None:
        self.packed: LineBuffer[Any] = LineBuffer(PACKED_LINE)
        self.inputs: list[InputLine] = []
        self.streams: LineBuffer[Delta] = LineBuffer(TypeAdapter(Delta))
        self.live: LineBuffer[LogLine] = LineBuffer(TypeAdapter(LogLine))
        self.log = Log()
        self.pages = Pages(self.at)
        self.companion: Companion | None = None
        self.assets = assets or Assets()
        self.about = PageInfo()
        self.length = 0.0
        self._began = time.time() * 1000
        self._last = 0.0
        self._documents: list[Document] = []
        self._running: dict[str, int] = {}
        self._over = False
        self.count = 0
        """Grows with everything that happens."""

    @property
    def page(self) -> Iterator[PageLine]:
        """The page lines so far, one after another."""
        return unpack(self.packed)

    def at(self, epoch: float | None = None) -> float:
        """Return milliseconds since the recording began, of now or of `epoch` (milliseconds since 1970); the
        page's clock is not trusted to go forward.
        """
        now = time.time() * 1000 - self._began
        told = now if epoch is None else min(max(epoch - self._began, self._last), now)
        self._last = round(max(told, self._last), 1)
        return self._last

    def begin(self, companion: Companion, events: EventStream) -> None:
        """Record what happens from now on."""
        self.companion = companion
        events.subscribe(DocumentOpened, lambda event: self._documents.append(event.document))
        events.subscribe(MessageReceived, self.received)
        events.subscribe(DocumentClosed, self.closed)
        events.subscribe(Event, self.happened)
        events.subscribe(ButtonPressed, self.pressed)
        events.subscribe(ApprovalAnswered, self.answered)
        events.subscribe(ToolRan, self.ran)
        events.subscribe(InsertionEnded, self.put)
        self.assets.watch(companion.context)

    def received(self, event: MessageReceived) -> None:
        """A document's isolated world said something."""
        document, message = event.document, event.message
        if self._over:
            return
        self.count += 1
        if isinstance(message, Recorded):
            self._keep(self.pages.took(document, message))
        elif isinstance(message, Batch) and (number := self.pages.number(document)):
            for item in message.items:
                if isinstance(item, TextDelta):
                    self.streams.add(self._delta(number, item))

    def closed(self, event: DocumentClosed) -> None:
        """A document went away."""
        document = event.document
        if document in self._documents:
            self._documents.remove(document)
        if not self._over:
            self._keep(self.pages.closed(document))

    def happened(self, event: Event) -> None:
        """Something happened to a block."""
        if self._over:
            return
        self.count += 1
        self.live.add(self.log.line(event, self.pages.step))
        if event.kind == "running" and event.block:
            self._running[event.block.name] = self.log.number(event.block.id) or 0

    def pressed(self, event: ButtonPressed) -> None:
        """The user pressed a button of a block, and it counts."""
        if number := self.log.number(event.block.id):
            self._put(Pressed(at=self.at(), n=self.pages.step, block=number, action=event.action))

    def answered(self, event: ApprovalAnswered) -> None:
        """The user was asked about a call, and answered."""
        verdict = {"scope": event.answer.scope, "reason": event.answer.reason}
        self._put(Answered(at=self.at(), n=self.pages.step, block=self._of(event.call), verdict=verdict))

    def ran(self, event: ToolRan) -> None:
        """A tool ran for so long, with that result."""
        call, took = event.call, round(event.seconds * 1000, 1)
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
        """Results were put into the message box, or what is in it was sent."""
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

    async def finish(self) -> None:
        """Have every page tell the last of it; nothing is taken from then on."""
        for document in list(self._documents):
            try:
                about = await ask(document, "record.end", _ABOUT)
                if document.top:
                    self.about = about
            except PlaywrightError:
                continue  # gone: what it told is there
        if self.companion:
            await self.assets.rest(self.companion.pages)
            self.about.browser = await browser_of(self.companion.context)
        self.length = self.at()
        self._over = True

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
        """The number of a block that shows the call, or that showed it last."""
        numbers = [number for block in call.blocks if (number := self.log.number(block))]
        return min(numbers) if numbers else self._running.get(call.name, 0)

    def _keep(self, lines: list[PackedLine]) -> None:
        for line in lines:
            self.packed.add(line)

    def _put(self, line: InputLine) -> None:
        if not self._over:
            self.inputs.append(line)


async def browser_of(context: BrowserContext) -> str:
    """Return the browser's product and version, such as `Chrome/140.0.1.2`; "" if it is gone."""
    try:
        page = context.pages[0]
        session = await context.new_cdp_session(page)
        version = await send(session, "Browser.getVersion")
        await session.detach()
    except (IndexError, PlaywrightError):
        return ""
    return str(version["product"])
