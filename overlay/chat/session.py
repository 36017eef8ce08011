"""One document of a chat: reads its units, draws its blocks, and passes its calls on."""

from __future__ import annotations

import logging
from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from observers.document import Document
from observers.protocol import (
    Batch,
    BlockOpened,
    Context,
    Item,
    Press,
    Relation,
    Resync,
    TextDelta,
    UrlChanged,
)
from observers.relation import relations_of
from observers.unit_context import context_of
from overlay.calls.block_context import BlockContext
from overlay.calls.call import Block, Call
from overlay.calls.conversation_changes import ConversationChanges
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, Kind
from overlay.calls.matcher import CallMatcher
from overlay.chat.conversation_tracker import ConversationTracker
from overlay.chat.editor_text import EditorTextFetcher
from overlay.chat.hiding import RawTextHiding
from overlay.chat.idle import DEFAULT_TIMEOUTS, IdleTimeouts, IdleTimer
from overlay.chat.incomplete_calls import note_on
from overlay.chat.provenance import Provenance
from overlay.chat.public_events import PublicEvents
from overlay.chat.reader_events import BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, ReaderEvent
from overlay.chat.renderer import BlockRenderer
from overlay.chat.sites.loader import SiteProfile
from overlay.chat.unit_reader import UnitReader
from overlay.common.clock import REAL_CLOCK, Clock
from overlay.policy import origin_of
from overlay.tools.detection_index import DetectionTools

log = logging.getLogger(__name__)
BUSY = "Not taken: overlay itself was typing just then. Click again."
UNDER_WAY = ("streaming", "waiting", "running")


class ChatSession:
    """Reads and draws one document, and decides nothing.

    `pending_turns` are the messages whose results still wait to go back.
    """

    def __init__(
        self,
        document: Document,
        profile: SiteProfile,
        *,
        tools: DetectionTools,
        matcher: CallMatcher,
        conversations: ConversationChanges,
        events: EventStream,
        public: PublicEvents,
        timeouts: IdleTimeouts = DEFAULT_TIMEOUTS,
        fallbacks: bool = False,
        clock: Clock = REAL_CLOCK,
    ) -> None:
        self.document = document
        self.profile = profile
        self.streaming = False
        self.readers: dict[int, UnitReader] = {}
        self.blocks: dict[str, Block] = {}
        self.pending_turns: set[str] = set()
        self._tools = tools
        self._matcher = matcher
        self._events = events
        self._public = public
        self._fallbacks = fallbacks
        self._clock = clock
        self._batches = 0
        self._acting = 0
        self._hiding = RawTextHiding(document.post)
        self._renderer = BlockRenderer(document.post)
        self._provenance = Provenance(signed=bool(profile.streaming))
        self._idle = IdleTimer(timeouts, self._went_quiet, clock)
        self._editor_text = EditorTextFetcher(document)
        self._tracker = ConversationTracker(
            document, profile, conversations, timeouts, clock, self.readers, self.blocks
        )

    @property
    def conversation(self) -> str:
        """The name of the conversation that the document shows."""
        return self._tracker.name

    @property
    def switches(self) -> int:
        """How often the document went from one conversation to another."""
        return self._tracker.switches

    @property
    def named(self) -> bool:
        """Whether the conversation has an address, by which overlay recognises it later."""
        return self._tracker.named

    def turn_of(self, block: Block) -> str:
        """Return the name of the message that has the block."""
        return _turn(self.readers[block.unit])

    def answer(self, turn: str) -> list[Block]:
        """Return the calls of a message whose outcomes go back, now or once they are read, in their order.

        A call with several blocks is listed with one.
        """
        blocks: dict[Call, Block] = {
            block.call: block
            for reader in sorted(self.readers.values(), key=lambda reader: reader.about.id)
            if _turn(reader) == turn
            for block in reader.blocks
            if block.kind == "call"
            if block.call.auto_return or (block.live and block.call.status == "streaming")
            if block.conversation == self.conversation
        }
        return list(blocks.values())

    def in_order(self) -> list[Block]:
        """Return all blocks in the order of the page."""
        readers = sorted(self.readers.values(), key=lambda reader: (reader.about.turn, reader.about.id))
        return [block for reader in readers for block in reader.blocks]

    def blocks_in(self, units: Collection[int]) -> list[Block]:
        """Return the blocks of these units in the order of the page; without units, all blocks."""
        return [block for block in self.in_order() if not units or block.unit in units]

    def busy(self, turn: str) -> bool:
        """Return whether a part of the answer is still being written, in a countdown or running."""
        if self.streaming or any(block.call.status in UNDER_WAY for block in self.answer(turn)):
            return True
        readers = (reader for reader in self.readers.values() if _turn(reader) == turn)
        return any(reader.open and reader.about.live for reader in readers)

    async def wait_idle(self) -> None:
        """Wait until nothing has grown for a moment, until the site has stopped writing its own message box,
        and until it is known which conversation the document shows.
        """
        await self._tracker.settled()
        await self._idle.wait_idle(told=bool(self.profile.streaming))
        if self.profile.settle:
            await self._clock.sleep(self.profile.settle)

    def context_for(self, block: Block) -> BlockContext:
        """Return the context of the block now, for the decision on its call."""
        reader, url = self.readers[block.unit], self.document.url
        about, parts = reader.about, urlsplit(url)
        return BlockContext(
            conversation=self.conversation,
            conversation_key=self.profile.conversation_key(url),
            has_stable_id=self._tracker.named,
            origin=origin_of(url),
            address=f"{parts.path}?{parts.query}".rstrip("?"),
            document=self.document.unique_id,
            top_frame=self.document.top,
            turn=_turn(reader),
            answers=about.answers,
            role=about.role,
            live=self._provenance.is_live(block, reader),
            appeared=about.live,
            visibility=about.context,
            incomplete_note=self._incomplete_note(reader) if _is_incomplete(block) else "",
        )

    def _incomplete_note(self, reader: UnitReader) -> str:
        """Return why a call of that unit was cut off, if the rest of its message shows a reason; else ""."""
        turn = _turn(reader)
        return note_on(reader, [other for other in self.readers.values() if _turn(other) == turn])

    async def context_of(self, block: Block) -> Context | None:
        """Return how the page shows the block now; None if that is unknown."""
        reader = self.readers.get(block.unit)
        if reader is None:
            return None
        # A held document is part of a recording: it shows the block as recorded.
        return reader.about.context if self.document.held else await context_of(self.document, block.unit)

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return the relation of the block to others of this document that show an equal call."""
        if self.document.held:
            return [""] * len(others)
        return await relations_of(self.document, block.unit, [other.unit for other in others])

    @contextmanager
    def acting(self) -> Generator[None]:
        """Mark a time in which overlay itself clicks and types in the page: a press may be its own."""
        self._acting += 1
        try:
            yield
        finally:
            self._acting -= 1

    def batch(self, batch: Batch) -> None:
        """Apply the changes in the page. An error in one unit leaves the other units alone."""
        self._batches += 1
        self._provenance.batch(batch)
        for item in batch.items:
            try:
                self._take(item)
            except Exception:
                log.exception("overlay gave up on a block of %s", self.document.url)
                self._give_up(item.id)
        if any(item.k == "gone" for item in batch.items) and not any(
            reader.about.turn >= 0 for reader in self.readers.values()
        ):
            self._tracker.emptied()
        # An answer ends only after its whole text has arrived. Text that arrives from now on is no longer
        # streamed.
        ended = self.streaming and not (batch.streaming or batch.more)
        self.streaming = batch.streaming or (self.streaming and batch.more)
        if ended:
            self._answer_ended()
        elif self.pending_turns and not self.streaming:
            # A call that kept results back may have ended or left the page.
            self._events.publish(AnswerEnded(self.document.unique_id))

    def moved(self, moved: UrlChanged) -> None:
        """Apply a change of the address within the document."""
        self._tracker.moved(moved, streaming=self.streaming)

    def accept(self, press: Press) -> Block | None:
        """Return the block that was pressed, or None if the press does not count.

        A nonce counts once, and only for the call as the block shows it now. A touch needs no nonce. A press
        that overlay itself may have made, while it was typing, does not count.
        """
        block = self.blocks.get(press.block)
        if block is None or press.action == "touch":
            return block
        if self._acting:
            block.call.note = BUSY
            self.draw(block)
            return None
        return block if block.take_press(press.nonce) else None

    def draw(self, block: Block, *, progress: str = "") -> None:
        """Show the block as it is now."""
        reader = self.readers.get(block.unit)
        if reader and block.id in self.blocks:
            self._renderer.draw(block, reader.about, progress=progress)

    def tell(self, kind: Kind, block: Block | None = None, text: str = "") -> None:
        """Publish an event of this document."""
        reader = self.readers.get(block.unit) if block else None
        self._public.publish(kind, self.document.url, block, reader.about if reader else None, text)

    def close(self) -> None:
        """The document went away."""
        self._idle.close()
        self._tracker.close()
        self._editor_text.close()
        blocks = list(self.blocks.values())
        self.blocks.clear()
        self.readers.clear()
        for block in blocks:
            self._matcher.left(block, withdrawn=False)

    def _take(self, item: Item) -> None:
        if isinstance(item, BlockOpened):
            self._open(item)
        elif isinstance(item, TextDelta):
            self._text(item)
        else:
            self._forget(item.id)

    def _open(self, item: BlockOpened) -> None:
        """Open a unit that was found, or take its new description: the label of a fence streams in like its
        text.
        """
        known = self.readers.get(item.id)
        if known is None:
            fallbacks = self._fallbacks and item.role == "assistant"
            self.readers[item.id] = UnitReader(item, self._tools.index(), self._batches, fallbacks)
        else:
            self._show(known.relabel(item))

    def _text(self, item: TextDelta) -> None:
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
        self._idle.grew()
        self._tracker.grew()
        self._editor_text.took(reader)
        self._hiding.tell(reader, item)
        newly_live = self._provenance.took(reader)
        self._show(events)
        self._await_quiet(reader)
        if newly_live:
            self._message_grew(reader)

    def _message_grew(self, grown: UnitReader) -> None:
        """Mark calls as live that had ended when they were first seen, because their message grows now."""
        message = grown.about.message
        for reader in self.readers.values():
            if reader is grown or (message and reader.about.message == message):
                for block in reader.blocks:
                    if block.parsed and not block.live:
                        self._matcher.message_grew(block, self.context_for(block))

    def _show(self, events: Iterable[ReaderEvent]) -> None:
        """Publish the events that were read, and draw their blocks: each block once, then its arguments."""
        texts: list[ParamText] = []
        with self._renderer.once():
            self._tell(events, texts)
        self._renderer.append(piece for piece in texts if piece.block.id in self.blocks)

    def _tell(self, events: Iterable[ReaderEvent], texts: list[ParamText]) -> None:
        changed: dict[str, Block] = {}
        ended: dict[str, Block] = {}
        for event in events:
            block = event.block
            match event:
                case BlockAdded():
                    block.place, block.conversation = self.document.unique_id, self.conversation
                    self.blocks[block.id] = changed[block.id] = block
                    self.tell("result" if block.kind == "result" else "detected", block)
                case BlockRead() if not event.over:
                    changed[block.id] = block
                    self.tell("named", block)
                case BlockRead():
                    ended[block.id] = block
                case ParamText():
                    texts.append(event)
                case ParamReset():
                    self._renderer.clear(block)
                    self._matcher.rewritten(block)
                    changed[block.id] = block
                case BlockGone():
                    changed.pop(block.id, None)
                    ended.pop(block.id, None)
                    self._drop(block, withdrawn=True)
        for block in ended.values():
            self._matcher.text_ended(block, self.context_for(block))
        for block in (changed | ended).values():
            self.draw(block)

    def _drop(self, block: Block, *, withdrawn: bool) -> None:
        if self.blocks.pop(block.id, None):
            self._renderer.drop(block)
            self._matcher.left(block, withdrawn=withdrawn)
            if withdrawn:
                self.tell("withdrawn", block)

    def _forget(self, unit: int) -> None:
        reader = self.readers.pop(unit, None)
        self._idle.forget(unit)
        self._hiding.forget(unit)
        self._provenance.forget(unit)
        for block in reader.blocks if reader else []:
            self._drop(block, withdrawn=False)

    def _give_up(self, unit: int) -> None:
        """Show the unit as the site made it, and stop reading it."""
        self._forget(unit)
        self._hiding.lift(unit)

    def _finish(self, reader: UnitReader) -> None:
        try:
            self._show(reader.finish())
            self._hiding.over(reader)
        except Exception:
            log.exception("overlay gave up on a block of %s", self.document.url)
            self._give_up(reader.about.id)

    def _answer_ended(self) -> None:
        """The site says that the answer is written.

        The last text may be drawn later, so texts that may still grow into a call get more time.
        """
        self._idle.grew()
        for reader in list(self.readers.values()):
            if reader.about.live and not reader.open:
                self._finish(reader)
            elif reader.about.live:
                self._await_quiet(reader)
        self._events.publish(AnswerEnded(self.document.unique_id))

    def _await_quiet(self, reader: UnitReader) -> None:
        """Take a text that stays open without growing as ended, even if the site shows no sign of that."""
        told = not reader.about.live or bool(self.profile.streaming)
        if reader.open:
            self._idle.watch(reader.about.id, told=told)
        else:
            self._idle.forget(reader.about.id)

    def _went_quiet(self, unit: int) -> None:
        reader = self.readers.get(unit)
        if reader is None:
            return
        if self.streaming and reader.about.live:
            self._await_quiet(reader)
            return
        self._finish(reader)
        self._events.publish(AnswerEnded(self.document.unique_id))


def _is_incomplete(block: Block) -> bool:
    return block.parsed is not None and not block.parsed.complete and block.parsed.error is None


def _turn(reader: UnitReader) -> str:
    return str(reader.about.message) or f"#{reader.about.turn}"
