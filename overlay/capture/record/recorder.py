"""The witness that records: it keeps what it sees in memory until the recording is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from observers.cdp import call
from observers.document import Document
from observers.page_api import ask
from observers.protocol import Action, Batch, Hello, Message, Recorded, TextItem
from overlay.calls.call import Block
from overlay.calls.events import Event
from overlay.calls.store import Record
from overlay.calls.witness import Witness
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
from overlay.capture.record.line_buffer import Spool
from overlay.capture.record.page_log import Pages
from overlay.capture.tool_results import as_plain
from overlay.tools import ToolError, ToolResult
from overlay.ui.terminal.approver import Answer

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from overlay.companion.companion import Companion


@dataclass(slots=True)
class About:
    """What the page was shown in: its size (CSS pixels), whether it was asked to be dark, the browser."""

    width: int = 1280
    height: int = 800
    dark: bool = False
    browser: str = ""


_ABOUT = TypeAdapter(About)


class Recorder(Witness):
    """`Companion(..., witness=recorder)`; once the companion has closed, `save` it.

    `page`, `inputs`, `streams`, `live` are the lines so far, with all secrets still in them, `packed` the
    page lines as the page told them; `about` is what is known of page and browser in the end.
    """

    watches = True

    def __init__(self, assets: Assets | None = None) -> None:
        self.packed: Spool[Any] = Spool(PACKED_LINE)
        self.inputs: list[InputLine] = []
        self.streams: Spool[Delta] = Spool(TypeAdapter(Delta))
        self.live: Spool[LogLine] = Spool(TypeAdapter(LogLine))
        self.log = Log()
        self.pages = Pages(self.at)
        self.companion: Companion | None = None
        self.assets = assets or Assets()
        self.about = About()
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

    def begun(self, companion: Companion) -> None:
        """Its browser is there."""
        self.companion = companion
        self.assets.watch(companion.context)

    def opened(self, document: Document, hello: Hello) -> None:  # noqa: ARG002 - the companion's word
        """A document began."""
        self._documents.append(document)

    def said(self, document: Document, message: Message) -> None:
        """A document's isolated world said something."""
        if self._over:
            return
        self.count += 1
        if isinstance(message, Recorded):
            self._keep(self.pages.took(document, message))
        elif isinstance(message, Batch) and (number := self.pages.number(document)):
            for item in message.items:
                if isinstance(item, TextItem):
                    self.streams.add(self._delta(number, item))

    def closed(self, document: Document) -> None:
        """A document went away."""
        if document in self._documents:
            self._documents.remove(document)
        if not self._over:
            self._keep(self.pages.closed(document))

    def told(self, event: Event) -> None:
        """Something happened to a block."""
        if self._over:
            return
        self.count += 1
        self.live.add(self.log.line(event, self.pages.step))
        if event.kind == "running" and event.block:
            self._running[event.block.name] = self.log.number(event.block.id) or 0

    def pressed(self, block: Block, action: Action) -> None:
        """A person pressed a button of a block, and it counts."""
        if number := self.log.number(block.id):
            self._put(Pressed(at=self.at(), n=self.pages.step, block=number, action=action))

    def answered(self, record: Record, answer: Answer) -> None:
        """A person was asked about a call, and said so."""
        verdict = {"scope": answer.scope, "reason": answer.reason}
        self._put(Answered(at=self.at(), n=self.pages.step, block=self._of(record), verdict=verdict))

    def ran(self, record: Record, seconds: float, result: ToolResult | ToolError) -> None:
        """A tool ran for so long, and this came of it."""
        took = round(seconds * 1000, 1)
        self._put(
            Ran(
                at=round(max(0.0, self.at() - took), 1),
                n=self.pages.step,
                block=self._of(record),
                name=record.call.name,
                arguments=record.arguments,
                took=took,
                result=as_plain(result),
            )
        )

    def put(self, blocks: Sequence[Block], *, sent: bool, exact: bool = True, problem: str = "") -> None:
        """Results were put into the composer, or what stands there was sent."""
        numbers = [number for block in blocks if (number := self.log.number(block.id))]
        self._put(
            Put(at=self.at(), n=self.pages.step, blocks=numbers, sent=sent, exact=exact, problem=problem)
        )

    async def ending(self) -> None:
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

    def _delta(self, number: int, item: TextItem) -> Delta:
        return Delta(
            at_ms=self.at(),
            n=self.pages.step,
            doc=number,
            unit=item.id,
            at=item.at,
            text=item.text,
            length=item.length,
        )

    def _of(self, record: Record) -> int:
        """The number of a block that shows the call, or that showed it last."""
        numbers = [number for block in record.blocks if (number := self.log.number(block))]
        return min(numbers) if numbers else self._running.get(record.call.name, 0)

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
        version = await call(session, "Browser.getVersion")
        await session.detach()
    except (IndexError, PlaywrightError):
        return ""
    return str(version["product"])
