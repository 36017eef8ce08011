"""The blocks of one document by message, and the context of each block."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from observers.document import Document
from observers.front_tab import in_front
from observers.protocol import APART, Relation
from observers.unit_queries import (
    expected_in,
    misplaced,
    ordered,
    relations_of,
    sight_of,
    text_before,
    visibility_of,
)
from overlay.calls.block_context import BlockContext, Visibility
from overlay.calls.call import Block, Call
from overlay.chat.conversation_tracker import ConversationTracker
from overlay.chat.incomplete_calls import note_on
from overlay.chat.provenance import Provenance
from overlay.chat.unit_reader import UnitReader
from overlay.chat.unit_readers import UnitReaders
from overlay.detection.surroundings import OBJECT, Surroundings, surroundings_of
from overlay.sites.loader import SiteProfile


class ChatContents:
    """Reads the state of one document and changes nothing; `readers` are those of its chat, by unit."""

    def __init__(
        self,
        document: Document,
        profile: SiteProfile,
        tracker: ConversationTracker,
        provenance: Provenance,
        readers: UnitReaders,
    ) -> None:
        self._document = document
        self._profile = profile
        self._tracker = tracker
        self._provenance = provenance
        self._readers = readers

    def turn_of(self, block: Block) -> str:
        """Return the name of the message that contains the block."""
        return self._readers[block.unit].turn

    def readers_of(self, turn: str) -> list[UnitReader]:
        """Return the readers of a message's units."""
        return self._readers.in_turn(turn)

    def answer(self, turn: str) -> list[Block]:
        """Return a block of each call of a message whose outcome is returned automatically, in text order.

        That includes calls that are still being written.
        """
        blocks: dict[Call, Block] = {
            block.call: block
            for reader in sorted(self.readers_of(turn), key=lambda reader: reader.about.id)
            for block in reader.blocks
            if block.kind == "call"
            if block.call.auto_return or (block.live and block.call.status == "streaming")
            if block.conversation == self._tracker.shown.name
        }
        return list(blocks.values())

    def unsent(self, turn: str) -> list[Block]:
        """Return one block for each call of a message whose result can be sent together with others.

        Private results are left out, results of calls that the user ran again, and quotes of calls, since
        they may show no buttons, and calls beside the chat.
        """
        blocks: dict[Call, Block] = {
            block.call: block
            for reader in sorted(self.readers_of(turn), key=lambda reader: reader.about.id)
            for block in reader.blocks
            if block.kind == "call" and not block.call.sent and not block.call.rerun
            if reader.about.visibility not in APART
            if (outcome := block.call.outcome) is not None and not outcome.private
            if block.conversation == self._tracker.shown.name
        }
        return list(blocks.values())

    async def in_page_order(self, blocks: Sequence[Block]) -> list[Block]:
        """Return blocks of one message in page order; an earlier block may have been mounted later."""
        units = list(dict.fromkeys(block.unit for block in blocks))
        if len(units) > 1 and not self._document.held:
            units = await ordered(self._document, units)
        return sorted(blocks, key=lambda block: (units.index(block.unit), block.index))

    def in_order(self) -> list[Block]:
        """Return all blocks in page order."""
        readers = sorted(self._readers.values(), key=lambda reader: (reader.about.turn, reader.about.id))
        return [block for reader in readers for block in reader.blocks]

    def blocks_in(self, units: Collection[int]) -> list[Block]:
        """Return the blocks of these units in page order; without units, all blocks."""
        return [block for block in self.in_order() if not units or block.unit in units]

    def context_for(self, block: Block) -> BlockContext:
        """Return the present context of the block, for the decision on its call."""
        reader, shown = self._readers[block.unit], self._tracker.shown
        about, parts = reader.about, urlsplit(self._document.url)
        return BlockContext(
            conversation=shown.name,
            conversation_key=shown.key,
            has_stable_id=shown.named,
            origin=shown.origin,
            address=f"{parts.path}?{parts.query}".rstrip("?"),
            document=self._document.unique_id,
            top_frame=self._document.top,
            turn=reader.turn,
            replies_to=about.replies_to,
            role=about.role,
            live=self._provenance.is_live(block, reader),
            appeared=about.live,
            visibility=self._visibility(reader) if block.parsed else about.visibility,
            sent=about.sent,
            incomplete_note=self._incomplete_note(block, reader),
        )

    async def visibility_of(self, block: Block, *, seen: bool = False) -> Visibility | None:
        """Return how the page shows the block now; None if the page does not answer.

        With `seen`, a block is only "plain" if its message is still the assistant's, it came after the page
        had opened, and the user can see overlay's block.
        """
        reader = self._readers.get(block.unit)
        if reader is None:
            return None
        if self._document.held:  # a replay: the recording says what it shows
            return self._visibility(reader)
        if seen and not await in_front(self._document):
            return "away"
        visibility = await self._page_visibility(block, reader)
        if visibility != "plain" or not seen:
            return visibility
        if reader.about.role != "assistant" or not reader.about.live:
            return "moved"
        sight = await sight_of(self._document, block.unit, block.id)
        return "plain" if sight == "seen" else sight

    async def expected(self, blocks: Sequence[str]) -> list[str]:
        """Return the ids of the blocks that the user may see now; may return too many."""
        if self._document.held:
            return list(blocks)
        return await expected_in(self._document, blocks) if await in_front(self._document) else []

    async def _page_visibility(self, block: Block, reader: UnitReader) -> Visibility | None:
        visibility = await visibility_of(self._document, block.unit)
        if visibility == "plain" and block.parsed and block.parsed.raw:
            own = await misplaced(self._document, block.parsed.raw)
            if own is not False:
                return None if own is None else "own"
        if visibility != "plain" or reader.about.kind == "prose":
            return visibility
        before = await text_before(self._document, block.unit)
        return None if before is None else _shown(surroundings_of(before))

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return the relation of the block to others of this document that show an equal call."""
        if self._document.held:
            return [""] * len(others)
        return await relations_of(self._document, block.unit, [other.unit for other in others])

    def _visibility(self, reader: UnitReader) -> Visibility:
        """Return how the page shows a unit, by the texts that it has sent so far."""
        about = reader.about
        if about.visibility != "plain" or about.kind == "prose" or not about.live:  # only a live call may run
            return about.visibility
        others = sorted(self.readers_of(reader.turn), key=lambda other: other.about.id)
        place = sum(other.about.kind == "fence" and other.about.id < reader.about.id for other in others)
        prose = [other for other in others if other.about.kind == "prose"]
        if len(prose) == 1:
            return _shown(prose[0].surroundings(place))
        words = "".join(str(other.text) for other in prose)
        return _shown(surroundings_of(OBJECT.join(words.split(OBJECT)[: place + 1])))

    def _incomplete_note(self, block: Block, reader: UnitReader) -> str:
        """Return why the call was cut off, if the rest of its message shows that; else ""."""
        if block.parsed is None or block.parsed.complete or block.parsed.error is not None:
            return ""
        return note_on(reader, self.readers_of(reader.turn))


def _shown(surroundings: Surroundings) -> Visibility:
    return "plain" if surroundings == "answer" else surroundings
