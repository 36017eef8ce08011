"""One document of a chat: its units are read, its blocks drawn; what is to be done with a call is the desk's
say.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from observers.document import Document
from observers.protocol import Batch, Context, Item, Moved, Open, Press, Relation, Resync, TextItem
from observers.relation import relations_of
from observers.unit_context import context_of
from overlay.calls.call import Block
from overlay.chat.conversation import Conversation
from overlay.chat.editor_text import Wholes
from overlay.chat.hiding import Covering
from overlay.chat.idle import DEFAULT_PACE, Pace, Quiet
from overlay.chat.naming import Naming
from overlay.chat.provenance import Freshness
from overlay.chat.reader_events import BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, ReaderEvent
from overlay.chat.renderer import Drawing
from overlay.chat.sites.loader import SiteProfile
from overlay.chat.told import Desk
from overlay.chat.unit_reader import Reader
from overlay.common.clock import REAL, Clock
from overlay.tools.detection_index import KnownTools

if TYPE_CHECKING:
    from overlay.tools import ToolRegistry

log = logging.getLogger(__name__)
LOOKED_AT = 5
"""So many units are asked for; one that stands is enough."""
BIRTH = 30.0
"""Seconds after its last word for which a new chat's first answer may get it an address."""


class Chat:
    """Reads and draws; decides nothing. `unsettled` are the turns whose results still wait to go back."""

    def __init__(
        self,
        document: Document,
        profile: SiteProfile,
        registry: ToolRegistry,
        desk: Desk,
        pace: Pace = DEFAULT_PACE,
        *,
        fallbacks: bool = False,
        clock: Clock = REAL,
    ) -> None:
        self.document = document
        self.profile = profile
        self.registry = registry
        self.desk = desk
        self.fallbacks = fallbacks
        self.streaming = False
        self.readers: dict[int, Reader] = {}
        self.blocks: dict[str, Block] = {}
        self.unsettled: set[str] = set()
        self._batches = 0
        self._acting = 0
        self._covering = Covering(document.post)
        self._drawing = Drawing(document.post)
        self._fresh = Freshness(signed=bool(profile.streaming))
        self._quiet = Quiet(pace, self._went_quiet, clock)
        self._clock = clock
        self._tools = KnownTools(registry)
        self._wholes = Wholes(document)
        self._conversation = Conversation(profile, document.unique_id, document.url)
        self._naming = Naming(clock, pace.doubt, self._still_stands, self._was_another, desk.confirmed)
        self._grown_at = clock.now()
        if self._conversation.named:
            desk.shown(self.conversation)

    @property
    def conversation(self) -> str:
        """The conversation on show."""
        return self._conversation.name

    @property
    def switches(self) -> int:
        """How often the document went from one conversation to another."""
        return self._conversation.switches

    @property
    def lasting(self) -> bool:
        """The conversation has an address of its own, and so is known again."""
        return self._conversation.named

    def turn_of(self, block: Block) -> str:
        """Return which message the block stands in."""
        return _turn(self.readers[block.unit])

    def message_of(self, reader: Reader) -> list[Reader]:
        """Return what the reader's message is made of, itself included."""
        return [other for other in self.readers.values() if _turn(other) == _turn(reader)]

    def answer(self, turn: str) -> list[Block]:
        """Return a message's calls whose outcomes go back, or will once they are read, in their order; one
        block for a call that has several.
        """
        blocks = {
            block.state: block
            for reader in sorted(self.readers.values(), key=lambda reader: reader.about.id)
            if _turn(reader) == turn
            for block in reader.blocks
            if block.kind == "call" and (block.due or (block.live and block.status == "streaming"))
            if block.conversation == self.conversation
        }
        return list(blocks.values())

    def in_order(self) -> list[Block]:
        """Return all blocks in the order of the page."""
        readers = sorted(self.readers.values(), key=lambda reader: (reader.about.turn, reader.about.id))
        return [block for reader in readers for block in reader.blocks]

    def busy(self, turn: str) -> bool:
        """Something of the answer is still being written, counted down or run."""
        underway = ("streaming", "waiting", "running")
        if self.streaming or any(block.status in underway for block in self.answer(turn)):
            return True
        readers = (reader for reader in self.readers.values() if _turn(reader) == turn)
        return any(reader.open and reader.about.live for reader in readers)

    async def calm(self) -> None:
        """Wait until nothing has grown for a moment, until the site leaves its box alone, and until it is
        known which conversation that is.
        """
        await self._naming.settled()
        await self._quiet.calm(told=bool(self.profile.streaming))
        if self.profile.settle:
            await self._clock.sleep(self.profile.settle)

    def watched(self, block: Block) -> bool:
        """The block was written before our eyes."""
        return self._fresh.watched(block, self.readers[block.unit])

    async def context_of(self, block: Block) -> Context | None:
        """Return how the page shows the block now; None when that can't be told."""
        reader = self.readers.get(block.unit)
        if reader is None:
            return None
        # A document that is held is a recording's: it shows what was told of it.
        return reader.about.context if self.document.held else await context_of(self.document, block.unit)

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return what the block is to others of this document that show an equal call."""
        if self.document.held:
            return [""] * len(others)
        return await relations_of(self.document, block.unit, [other.unit for other in others])

    @contextmanager
    def acting(self) -> Generator[None]:
        """Meanwhile overlay itself clicks and types in the page: a press may be its own, led astray."""
        self._acting += 1
        try:
            yield
        finally:
            self._acting -= 1

    def batch(self, batch: Batch) -> None:
        """Take what changed in the page. What goes wrong with one unit leaves the others alone."""
        self._batches += 1
        self._fresh.batch(batch)
        for item in batch.items:
            try:
                self._take(item)
            except Exception:
                log.exception("overlay gave up on a block of %s", self.document.url)
                self._give_up(item.id)
        self._look_for_an_end(batch)
        # An answer is not over before all of it was told; what is told by then is under no sign any more.
        over = self.streaming and not (batch.streaming or batch.more)
        self.streaming = batch.streaming or (self.streaming and batch.more)
        if over:
            self.answer_over()
        elif self.unsettled and not self.streaming:
            # What kept results back may just have closed, or left.
            self.desk.quiet(self)

    def answer_over(self) -> None:
        """The site says that the answer is written. Its last text may be drawn after that: what may still
        grow into a call is given time.
        """
        self._quiet.grew()
        for reader in list(self.readers.values()):
            if reader.about.live and not reader.open:
                self._finish(reader)
            elif reader.about.live:
                self._await_quiet(reader)
        self.desk.quiet(self)

    def moved(self, moved: Moved) -> None:
        """The address changed within the document."""
        before, named = self.conversation, self._conversation.named
        born = not moved.by_person and self._may_get(self._conversation.name_at(moved.url))
        self.document.url = moved.url
        self._naming.over()
        if self._conversation.moved(moved.url, born=born):
            self._rename(before, self.conversation)
            self._naming.begin(before, self.readers)
        elif not named and self._conversation.named:
            self.desk.left(before, self.conversation)
        if self._conversation.named:
            self.desk.shown(self.conversation)

    def _may_get(self, name: str) -> bool:
        """Whether the conversation on show may have got that name: its first answer was just written, or is,
        and nobody saw the name before.
        """
        if not name or self._conversation.named or self.desk.has_seen(self, name):
            return False
        messages = [reader.about for reader in self.readers.values() if reader.about.turn >= 0]
        asked = {about.turn for about in messages if about.role == "user"}
        said = {about.turn for about in messages if about.role != "user"}
        first = len(asked) <= 1 if asked else len(said) <= 1
        late = not self.streaming and self._clock.now() - self._grown_at > BIRTH
        return first and not (messages and late)

    def _rename(self, before: str, after: str) -> None:
        self.desk.renamed(before, after)
        for block in self.blocks.values():
            if block.conversation == before:
                block.conversation = after

    async def _still_stands(self) -> bool:
        """Whether the page still shows what it showed when the address changed."""
        units = [unit for unit in self._naming.units if unit in self.readers]
        if self.document.held or not self._naming.units:
            return True
        for unit in units[:LOOKED_AT]:
            if await context_of(self.document, unit) is not None:
                return True
        return False

    def _was_another(self, before: str) -> None:
        """The messages went soon after the address had changed: that is another chat's, which was opened."""
        after = self.conversation
        self._conversation.replaced()
        self.desk.unnamed(before, after)
        for block in self.blocks.values():
            if block.unit in self._naming.units:
                block.conversation = before

    def press(self, press: Press) -> None:
        """Hand a press on; one on a block that is not there is dropped, and one that may be overlay's own."""
        block = self.blocks.get(press.block)
        if block is None:
            return
        if self._acting and press.action != "touch":
            block.note = "Not taken: overlay itself was typing just then. Click again."
            self.draw(block)
            return
        self.desk.pressed(self, block, press)

    def blocks_in(self, units: Collection[int]) -> list[Block]:
        """Return the blocks of these units, or (none) of all, in the order of the page."""
        return [block for block in self.in_order() if not units or block.unit in units]

    def draw(self, block: Block, *, progress: str = "") -> None:
        """Show the block as it stands now."""
        reader = self.readers.get(block.unit)
        if reader and block.id in self.blocks:
            self._drawing.draw(block, reader.about, progress=progress)

    def returned(self, block: Block) -> None:
        """The block's result went into the composer."""
        self.desk.returned(self, block)
        self.draw(block)

    def noted(self, block: Block) -> None:
        """Something was noted on the block: it is drawn wherever its call stands."""
        self.desk.noted(self, block)

    def count_down(self, block: Block, seconds: float | None) -> None:
        """Show that the block runs by itself in so many seconds, or (None) that it no longer does."""
        self._drawing.count_down(block, seconds)
        self.draw(block)

    def close(self) -> None:
        """The document went away."""
        self._quiet.close()
        self._naming.over()
        self._wholes.close()
        blocks, self.blocks = self.blocks, {}
        self.readers.clear()
        for block in blocks.values():
            self.desk.gone(self, block, withdrawn=False)

    def _take(self, item: Item) -> None:
        if isinstance(item, Open):
            self._open(item)
        elif isinstance(item, TextItem):
            self._text(item)
        else:
            self._forget(item.id)

    def _look_for_an_end(self, batch: Batch) -> None:
        """All messages left, and none came in their place."""
        if any(item.k == "gone" for item in batch.items) and not any(
            reader.about.turn >= 0 for reader in self.readers.values()
        ):
            self._conversation.emptied()

    def _open(self, item: Open) -> None:
        """A block was found, or is described anew: the label of a fence streams in like its text."""
        known = self.readers.get(item.id)
        if known is None:
            self.readers[item.id] = Reader(
                item, self._tools.index(), self._batches, self.fallbacks and item.role == "assistant"
            )
        else:
            self._show(known, known.relabel(item))

    def _text(self, item: TextItem) -> None:
        reader = self.readers.get(item.id)
        if reader is None:
            return
        try:
            events, lost = reader.take(item, self._batches)
        except ValueError as error:
            log.warning("overlay gave up on a block of %s: %s", self.document.url, error)
            self._give_up(item.id)
            return
        if lost:
            self.document.post(Resync(unit=item.id))
            return
        self._quiet.grew()
        self._grown_at = self._clock.now()
        self._wholes.took(reader)
        self._covering.tell(reader, item)
        newly = self._fresh.took(reader)
        self._show(reader, events)
        self._await_quiet(reader)
        if newly:
            self._watched_after_all(reader)

    def _watched_after_all(self, grown: Reader) -> None:
        """Calls that were over at first sight stand in a message that grows: it is being written."""
        message = grown.about.message
        for reader in self.readers.values():
            if reader is grown or (message and reader.about.message == message):
                for block in reader.blocks:
                    if block.call and not block.live:
                        self.desk.grown(self, block, reader)

    def _show(self, reader: Reader, events: Iterable[ReaderEvent]) -> None:
        """Tell of what was read, and draw what came of it: each block once, then its arguments."""
        texts: list[ParamText] = []
        with self._drawing.once():
            self._tell(reader, events, texts)
        self._drawing.append(piece for piece in texts if piece.block.id in self.blocks)

    def _tell(self, reader: Reader, events: Iterable[ReaderEvent], texts: list[ParamText]) -> None:
        changed: dict[str, Block] = {}
        closed: dict[str, Block] = {}
        for event in events:
            block = event.block
            match event:
                case BlockAdded():
                    block.place, block.conversation = self.document.unique_id, self.conversation
                    self.blocks[block.id] = changed[block.id] = block
                    self.desk.found(self, block)
                case BlockRead() if not event.over:
                    changed[block.id] = block
                    self.desk.named(self, block)
                case BlockRead():
                    closed[block.id] = block
                case ParamText():
                    texts.append(event)
                case ParamReset():
                    self._drawing.clear(block)
                    self.desk.rewritten(self, block)
                    changed[block.id] = block
                case BlockGone():
                    changed.pop(block.id, None)
                    closed.pop(block.id, None)
                    self._drop(block, withdrawn=True)
        for block in closed.values():
            self.desk.closed(self, block, reader)
        for block in (changed | closed).values():
            self.draw(block)

    def _drop(self, block: Block, *, withdrawn: bool) -> None:
        if self.blocks.pop(block.id, None):
            self._drawing.drop(block)
            self.desk.gone(self, block, withdrawn=withdrawn)

    def _forget(self, unit: int) -> None:
        reader = self.readers.pop(unit, None)
        self._quiet.forget(unit)
        self._covering.forget(unit)
        self._fresh.forget(unit)
        for block in reader.blocks if reader else []:
            self._drop(block, withdrawn=False)

    def _give_up(self, unit: int) -> None:
        """Show the unit as the site made it, and read it no more."""
        self._forget(unit)
        self._covering.lift(unit)

    def _finish(self, reader: Reader) -> None:
        try:
            self._show(reader, reader.finish())
            self._covering.over(reader)
        except Exception:
            log.exception("overlay gave up on a block of %s", self.document.url)
            self._give_up(reader.about.id)

    def _await_quiet(self, reader: Reader) -> None:
        """A text that stays open without growing is over at last, even where no sign of the site says so."""
        told = not reader.about.live or bool(self.profile.streaming)
        self._quiet.watch(reader.about.id, told=told) if reader.open else self._quiet.forget(reader.about.id)

    def _went_quiet(self, unit: int) -> None:
        reader = self.readers.get(unit)
        if reader is None:
            return
        if self.streaming and reader.about.live:
            self._await_quiet(reader)
            return
        self._finish(reader)
        self.desk.quiet(self)


def _turn(reader: Reader) -> str:
    return str(reader.about.message) or f"#{reader.about.turn}"
