"""Tracks which conversation a document shows while its address changes."""

from __future__ import annotations

from collections.abc import Mapping

from observers.document import Document
from observers.protocol import UrlChanged
from observers.unit_queries import visibility_of
from overlay.calls.call import Block
from overlay.calls.conversation_changes import ConversationChanges
from overlay.chat.conversation import Conversation
from overlay.chat.idle import IdleTimeouts
from overlay.chat.naming import AddressDoubt
from overlay.chat.unit_reader import UnitReader
from overlay.common.clock import Clock
from overlay.policy import origin_of
from overlay.sites.loader import SiteProfile

MAX_CHECKED = 5
"""How many units are checked at most; one that is still in the page is enough."""
BIRTH = 30.0
"""Seconds after the end of its first answer in which a new chat may get its address."""


class ConversationTracker:
    """Tracks one document; `readers` and `blocks` are the live mappings of its chat.

    `shown` is the conversation that it shows.
    """

    def __init__(
        self,
        document: Document,
        profile: SiteProfile,
        changes: ConversationChanges,
        timeouts: IdleTimeouts,
        clock: Clock,
        readers: Mapping[int, UnitReader],
        blocks: Mapping[str, Block],
    ) -> None:
        self._document = document
        self._changes = changes
        self._clock = clock
        self._readers = readers
        self._blocks = blocks
        self.shown = Conversation(profile, document.unique_id, document.url)
        self._naming = AddressDoubt(
            clock, timeouts.doubt, self._still_there, self._was_another, changes.confirmed, changes.undecided
        )
        if self.shown.named:
            changes.shown(self.shown.name)

    def emptied(self) -> None:
        """All messages left: the next messages without an address are another conversation."""
        self.shown.emptied()

    async def settled(self) -> None:
        """Wait until it is known which conversation has the address."""
        await self._naming.settled()

    def close(self) -> None:
        """Stop tracking: the document is gone."""
        self._naming.cancel()

    def moved(self, moved: UrlChanged, *, streaming: bool, grown_at: float) -> None:
        """Apply a change of the address within the document.

        `streaming`: an answer is being written. `grown_at`: when a text of the document last became longer.
        """
        before, named = self.shown.name, self.shown.named
        name = self.shown.name_at(moved.url)
        born = not moved.by_person and self._may_get(name, streaming=streaming, grown_at=grown_at)
        self._document.moved(moved.url)
        self._naming.cancel()
        if self.shown.moved(moved.url, born=born):
            self._rename(before, self.shown.name)
            self._naming.begin(before, self._readers)
        elif not named and self.shown.named:
            self._changes.left(before, self.shown.name)
        if self.shown.named:
            self._changes.shown(self.shown.name)

    def _may_get(self, name: str, *, streaming: bool, grown_at: float) -> bool:
        """Return whether the conversation may have got that name.

        That needs a name that was not seen before, and a first answer that is being written or just ended.
        """
        if not name or self.shown.named or self._changes.has_seen(origin_of(self._document.url), name):
            return False
        messages = [reader.about for reader in self._readers.values() if reader.about.turn >= 0]
        questions = {about.turn for about in messages if about.role == "user"}
        answers = {about.turn for about in messages if about.role != "user"}
        first = len(questions or answers) <= 1
        late = not streaming and self._clock.now() - grown_at > BIRTH
        return first and not (messages and late)

    def _rename(self, before: str, after: str) -> None:
        self._changes.renamed(before, after)
        for block in self._blocks.values():
            if block.conversation == before:
                block.conversation = after

    async def _still_there(self) -> bool:
        """Return whether the page still shows what it showed when the address changed."""
        units = [unit for unit in self._naming.units if unit in self._readers]
        if self._document.held or not self._naming.units:
            return True
        for unit in units[:MAX_CHECKED]:
            if await visibility_of(self._document, unit) is not None:
                return True
        return False

    def _was_another(self, before: str) -> None:
        """Move the blocks back: the messages left soon after the address changed, so it is another chat."""
        after = self.shown.name
        self.shown.replaced()
        self._changes.reassigned(before, after)
        for block in self._blocks.values():
            if block.unit in self._naming.units:
                block.conversation = before
