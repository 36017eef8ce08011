"""Adds, draws and removes the blocks of one document while its text is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from observers.document import Document
from overlay.calls.call import Block, Call
from overlay.calls.events import Kind
from overlay.calls.matcher import CallMatcher
from overlay.chat.contents import ChatContents
from overlay.chat.conversation_tracker import ConversationTracker
from overlay.chat.public_events import PublicEvents
from overlay.chat.reader_events import BlockAdded, BlockGone, BlockRead, ParamReset, ParamText, ReaderEvent
from overlay.chat.renderer import BlockRenderer
from overlay.chat.unit_reader import UnitReader


class DocumentBlocks:
    """Changes `blocks` (by id), and reports each change to the page, the matcher and the public events.

    `readers` are those of the document, by unit. `now` returns the time of the run's clock in seconds.
    """

    def __init__(
        self,
        document: Document,
        tracker: ConversationTracker,
        contents: ChatContents,
        matcher: CallMatcher,
        public: PublicEvents,
        readers: Mapping[int, UnitReader],
        blocks: dict[str, Block],
        now: Callable[[], float],
    ) -> None:
        self._document = document
        self._tracker = tracker
        self._contents = contents
        self._matcher = matcher
        self._public = public
        self._readers = readers
        self._blocks = blocks
        self._renderer = BlockRenderer(document.post, now)

    def apply(self, events: Iterable[ReaderEvent]) -> None:
        """Apply the events of a reader, and draw each changed block once, then its arguments."""
        texts: list[ParamText] = []
        with self._renderer.once():
            self._apply(events, texts)
        self._renderer.append(piece for piece in texts if piece.block.id in self._blocks)

    def message_grew(self, grown: UnitReader) -> None:
        """Handle the first growth of a message: its calls that appeared complete are live."""
        message = grown.about.message
        for reader in self._readers.values():
            if reader is grown or (message and reader.about.message == message):
                for block in reader.blocks:
                    if block.parsed and not block.live:
                        self._matcher.message_grew(block, self._contents.context_for(block))

    def draw(self, block: Block) -> None:
        """Draw the block, and each block of its message whose set of results to send changed."""
        reader = self._readers.get(block.unit)
        if reader and block.id in self._blocks:
            for other in self._share_results(reader.turn) if block.call.outcome else ():
                if other is not block:
                    self._renderer.draw(other, self._readers[other.unit].about)
            self._renderer.draw(block, reader.about)

    def publish(self, kind: Kind, block: Block | None = None, text: str = "") -> None:
        """Publish that something happened in the document."""
        reader = self._readers.get(block.unit) if block else None
        self._public.publish(kind, self._document.url, block, reader.about if reader else None, text)

    def drop(self, block: Block, *, withdrawn: bool) -> None:
        """Remove the block: its text is gone, or (`withdrawn`) turned out not to be a call."""
        if self._blocks.pop(block.id, None):
            self._renderer.drop(block)
            self._matcher.left(block, withdrawn=withdrawn)
            for call in block.batch or ():
                if call is not block.call and call.is_in(block.document_id):
                    self.draw(call.block_in(block.document_id))
            if withdrawn:
                self.publish("withdrawn", block)

    def close(self) -> None:
        """Detach all blocks: the document is gone."""
        blocks = list(self._blocks.values())
        self._blocks.clear()
        for block in blocks:
            self._matcher.left(block, withdrawn=False)

    def _share_results(self, turn: str) -> list[Block]:
        """Let the block of the message's last result send all results; return the blocks that changed."""
        unsent = self._contents.unsent(turn)
        batches: dict[str, tuple[Call, ...]] = {}
        if len(unsent) > 1:
            batches = {block.id: () for block in unsent}
            batches[unsent[-1].id] = tuple(block.call for block in unsent)
        changed: list[Block] = []
        for block in [block for reader in self._contents.readers_of(turn) for block in reader.blocks]:
            batch = batches.get(block.id)
            if block.batch != batch:
                block.batch = batch
                # A press on Submit that was made before this change must not send the new set of results.
                block.renew()
                changed.append(block)
        return changed

    def _apply(self, events: Iterable[ReaderEvent], texts: list[ParamText]) -> None:
        changed: dict[str, Block] = {}
        ended: dict[str, Block] = {}
        for event in events:
            block = event.block
            match event:
                case BlockAdded():
                    block.document_id, block.conversation = self._document.unique_id, self._tracker.shown.name
                    self._blocks[block.id] = changed[block.id] = block
                    if block.kind == "call":
                        self._matcher.call_begins(self._contents.context_for(block))
                    self.publish("result" if block.kind == "result" else "detected", block)
                case BlockRead() if not event.ended:
                    changed[block.id] = block
                    self.publish("named", block)
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
                    self.drop(block, withdrawn=True)
        for block in ended.values():
            self._matcher.text_ended(block, self._contents.context_for(block))
        for block in (changed | ended).values():
            self.draw(block)
