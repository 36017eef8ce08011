"""One document of a chat: its units are read, its blocks drawn; what is to be done with a call is the desk's say."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from observers.document import Document
from observers.messages import Append, Batch, Countdown, Cover, Draw, Drop, Lift, Moved, Open, Press, Resync, TextItem
from overlay.blocks import Block, BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, Reader, ReaderEvent
from overlay.formats import ToolIndex
from overlay.sites.profile import SiteProfile
from overlay.view import look_of

if TYPE_CHECKING:
    from overlay.tools import ToolRegistry

log = logging.getLogger(__name__)
QUIET = 1.5
"""Seconds without a word after which a text that is not being streamed is taken for finished."""
PAUSE = 60.0
"""The same where the site has no sign of streaming: answers do pause in the middle."""
CALM = 0.8
TELLING = frozenset("<[|:{")


class Desk(Protocol):
    """What a chat tells of its blocks."""

    def found(self, chat: Chat, block: Block, reader: Reader) -> None:
        """A block was added, or its name became known."""

    def closed(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The text of a call is over: `block.call` says what it is."""

    def gone(self, chat: Chat, block: Block, *, withdrawn: bool) -> None:
        """The block left the page, or was no call."""

    def pressed(self, chat: Chat, block: Block, press: Press) -> None:
        """Someone pressed a button of it, as the page's side says."""

    def returned(self, chat: Chat, block: Block) -> None:
        """The block's result stands in the composer."""

    def quiet(self, chat: Chat) -> None:
        """The site's answer is over."""

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address."""


class Chat:
    """Reads and draws; decides nothing."""

    def __init__(self, document: Document, profile: SiteProfile, registry: ToolRegistry, desk: Desk) -> None:
        self.document = document
        self.profile = profile
        self.registry = registry
        self.desk = desk
        self.streaming = False
        self.readers: dict[int, Reader] = {}
        self.blocks: dict[str, Block] = {}
        self._sent: dict[int, object] = {}
        self._seen_streaming: set[int] = set()
        self._countdowns: dict[str, Countdown] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._key = profile.conversation_key(document.url)
        self._grown = 0.0
        self._index: tuple[int, ToolIndex] | None = None

    @property
    def conversation(self) -> str:
        """The conversation on show. A new one has no address yet and is known by its document."""
        return f"{self.profile.name}|{self._key or self.document.unique_id}"

    def turn_of(self, block: Block) -> str:
        """Return which message the block stands in."""
        return _turn(self.readers[block.unit])

    def answer(self, turn: str) -> list[Block]:
        """Return the calls of an answer that was written before our eyes, in their order."""
        calls = [
            block
            for reader in sorted(self.readers.values(), key=lambda reader: reader.about.id)
            for block in sorted(reader.blocks, key=lambda block: block.index)
            if block.kind == "call" and block.live
        ]
        return [block for block in calls if self.turn_of(block) == turn]

    def in_order(self) -> list[Block]:
        """Return all blocks in the order of the page."""
        readers = sorted(self.readers.values(), key=lambda reader: (reader.about.turn, reader.about.id))
        return [block for reader in readers for block in sorted(reader.blocks, key=lambda block: block.index)]

    def busy(self, turn: str) -> bool:
        """Something of the answer is still being written, counted down or run."""
        blocks = self.answer(turn)
        if self.streaming or any(block.status in ("streaming", "waiting", "running") for block in blocks):
            return True
        return any(reader.open and reader.about.live for reader in self.readers.values() if _turn(reader) == turn)

    async def calm(self) -> None:
        """Where the site has no sign of streaming, wait until nothing has grown for a moment."""
        while not self.profile.streaming:
            left = self._grown + CALM - monotonic()
            if left <= 0:
                return
            await asyncio.sleep(left)

    def watched(self, block: Block) -> bool:
        """The block was written before our eyes: it grew, and under the site's sign if it has one."""
        reader = self.readers[block.unit]
        if not block.live:
            return False
        return block.unit in self._seen_streaming or (not self.profile.streaming and reader.streamed)

    def batch(self, batch: Batch) -> None:
        """Take what changed in the page."""
        if batch.streaming:
            self._seen_streaming.update(item.id for item in batch.items)
        for item in batch.items:
            if isinstance(item, Open):
                self._open(item)
            elif isinstance(item, TextItem):
                self._text(item)
            else:
                self._forget(item.id)
        over = self.streaming and not batch.streaming
        self.streaming = batch.streaming
        if over:
            self.answer_over()

    def answer_over(self) -> None:
        """The site says that the answer is written."""
        for reader in list(self.readers.values()):
            if reader.about.live:
                self._finish(reader)
        self.desk.quiet(self)

    def moved(self, moved: Moved) -> None:
        """The address changed within the document."""
        before = self.conversation
        was_new = not self._key
        self.document.url = moved.url
        self._key = self.profile.conversation_key(moved.url)
        if was_new and self._key:
            self.desk.renamed(before, self.conversation)

    def press(self, press: Press) -> None:
        """Hand a press on; one on a block that is not there is dropped."""
        block = self.blocks.get(press.block)
        if block:
            self.desk.pressed(self, block, press)

    def draw(self, block: Block, *, progress: str = "") -> None:
        """Show the block as it stands now."""
        if block.id not in self.blocks:
            return
        look = look_of(block, countdown=self._countdowns.get(block.id), progress=progress)
        about = self.readers[block.unit].about
        if about.kind == "fence":
            look.language = str(about.language)
        self.document.post(Draw(block=block.id, unit=block.unit, index=block.index, look=look))

    def returned(self, block: Block) -> None:
        """The block's result went into the composer."""
        self.desk.returned(self, block)
        self.draw(block)

    def count_down(self, block: Block, seconds: float | None) -> None:
        """Show that the block runs by itself in so many seconds, or (None) that it no longer does."""
        if seconds is None:
            self._countdowns.pop(block.id, None)
        else:
            self._countdowns[block.id] = Countdown(left=seconds * 1000, total=seconds * 1000)
        self.draw(block)

    def close(self) -> None:
        """The document went away."""
        for timer in self._timers.values():
            timer.cancel()
        for block in list(self.blocks.values()):
            self.desk.gone(self, block, withdrawn=False)
        self.blocks.clear()
        self.readers.clear()

    def _open(self, item: Open) -> None:
        """A block was found, or is described anew: the label of a fence streams in like its text."""
        reader = self.readers.get(item.id)
        if reader is None:
            self.readers[item.id] = Reader(item, self._tools())
        else:
            self._show(reader, reader.relabel(item))

    def _tools(self) -> ToolIndex:
        """What detection may know of the tools; compiled once for each change of them."""
        if self._index is None or self._index[0] != self.registry.version:
            self._index = (self.registry.version, ToolIndex(self.registry.get_tools_for_ai()))
        return self._index[1]

    def _text(self, item: TextItem) -> None:
        reader = self.readers.get(item.id)
        if reader is None:
            return
        try:
            events, lost = reader.take(item)
        except ValueError as error:
            log.warning("overlay gave up on a block of %s: %s", self.document.url, error)
            self._forget(item.id)
            self.document.post(Lift(unit=item.id))
            return
        if lost:
            self.document.post(Resync(unit=item.id))
            return
        self._grown = monotonic()
        self._cover(reader, item)
        self._show(reader, events)
        self._await_quiet(reader)

    def _cover(self, reader: Reader, item: TextItem) -> None:
        """Tell what is hidden; said again only when it changed."""
        unit, spans = reader.about.id, reader.spans()
        if reader.about.kind == "prose":
            if self._sent.get(unit) != spans or not TELLING.isdisjoint(item.text):
                self._sent[unit] = spans
                self.document.post(Cover(unit=unit, spans=spans, judged=item.length))
            return
        if not spans and not item.text.strip() and not self._sent.get(unit):
            return
        hidden = bool(spans)
        if self._sent.get(unit) is not hidden:
            self._sent[unit] = hidden
            self.document.post(Cover(unit=unit) if hidden else Lift(unit=unit))

    def _show(self, reader: Reader, events: Iterable[ReaderEvent]) -> None:
        """Draw what was read; the text that one argument got is joined."""
        texts: dict[tuple[str, str], list[str]] = defaultdict(list)
        ends: set[tuple[str, str]] = set()
        changed: dict[str, Block] = {}
        closed: dict[str, Block] = {}
        for event in events:
            block = event.block
            match event:
                case BlockAdded():
                    self.blocks[block.id] = block
                    changed[block.id] = block
                    self.desk.found(self, block, reader)
                case BlockRead() if block.call is None:
                    changed[block.id] = block
                    self.desk.found(self, block, reader)
                case BlockRead():
                    closed[block.id] = block
                case ParamText(_, key, text, done):
                    texts[block.id, key].append(text)
                    if done:
                        ends.add((block.id, key))
                case ParamReset():
                    self.document.post(Drop(block=block.id))
                    changed[block.id] = block
                case BlockGone():
                    changed.pop(block.id, None)
                    self._drop(block, withdrawn=True)
        for block in changed.values():
            self.draw(block)
        for (block_id, key), parts in texts.items():
            self.document.post(Append(block=block_id, key=key, text="".join(parts), done=(block_id, key) in ends))
        for block in closed.values():
            self.desk.closed(self, block, reader)
            self.draw(block)

    def _drop(self, block: Block, *, withdrawn: bool) -> None:
        if self.blocks.pop(block.id, None):
            self.document.post(Drop(block=block.id))
            self.desk.gone(self, block, withdrawn=withdrawn)

    def _forget(self, unit: int) -> None:
        reader = self.readers.pop(unit, None)
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()
        self._sent.pop(unit, None)
        for block in list(reader.blocks) if reader else []:
            self._drop(block, withdrawn=False)

    def _finish(self, reader: Reader) -> None:
        events = reader.finish()
        if events:
            self._show(reader, events)
        if reader.watched_for_calls and not reader.spans() and self._sent.get(reader.about.id):
            self._sent[reader.about.id] = False
            self.document.post(Lift(unit=reader.about.id))

    def _await_quiet(self, reader: Reader) -> None:
        """A text that stays open without growing is over at last, even where no sign of the site says so."""
        unit = reader.about.id
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()
        if not reader.open:
            return
        patience = QUIET if not reader.about.live else PAUSE
        loop = asyncio.get_running_loop()
        self._timers[unit] = loop.call_later(patience, self._went_quiet, reader)

    def _went_quiet(self, reader: Reader) -> None:
        self._timers.pop(reader.about.id, None)
        if self.streaming and reader.about.live:
            self._await_quiet(reader)
            return
        self._finish(reader)
        self.desk.quiet(self)


def _turn(reader: Reader) -> str:
    return str(reader.about.message) or f"#{reader.about.turn}"
