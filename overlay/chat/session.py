"""One document of a chat: reads its units as they grow, and publishes when an answer has ended."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager

from observers.commands import Resync
from observers.document import Document
from observers.protocol import APART, Batch, BlockOpened, CodeSeen, Item, Press, TextDelta, UrlChanged
from overlay.calls.call import Block
from overlay.calls.conversation_changes import ConversationChanges
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, Kind
from overlay.calls.matcher import CallMatcher
from overlay.chat.composer.button_sign import ButtonSign
from overlay.chat.contents import ChatContents
from overlay.chat.conversation_tracker import ConversationTracker
from overlay.chat.document_blocks import DocumentBlocks
from overlay.chat.editor_text import EditorTextFetcher
from overlay.chat.hiding import RawTextHiding
from overlay.chat.idle import DEFAULT_TIMEOUTS, IdleTimeouts, IdleTimer
from overlay.chat.provenance import Provenance
from overlay.chat.public_events import PublicEvents
from overlay.chat.unit_reader import UnitReader
from overlay.chat.unit_readers import UnitReaders
from overlay.common.clock import REAL_CLOCK, Clock
from overlay.common.language import mark
from overlay.policy import CallOrigin
from overlay.sites.loader import SiteProfile
from overlay.tools.detection_index import DetectionTools

log = logging.getLogger(__name__)
BUSY = mark("Ignored: overlay itself was typing at that moment. Click again.")
UNDER_WAY = ("streaming", "scheduled", "running")


class ChatSession:
    """Reads and draws one document; it makes no decision on calls.

    `contents` describes what is shown; `pending_turns` are the messages whose results are still to be
    inserted automatically. `code` counts the code blocks, and those that can't be read.
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
        self.code = CodeSeen(t="code", blocks=0, unread=[])
        self.readers = UnitReaders()
        self.blocks: dict[str, Block] = {}
        self.pending_turns: set[str] = set()
        self._tools = tools
        self._events = events
        self._fallbacks = fallbacks
        self._clock = clock
        self._batches = 0
        self._acting = 0
        self._at_their_end: set[int] = set()
        self._hiding = RawTextHiding(document.post)
        self._provenance = Provenance(signed=bool(profile.streaming))
        self._idle = IdleTimer(timeouts, self._went_quiet, clock)
        self._button = ButtonSign(document, clock)
        self._editor_text = EditorTextFetcher(document, on_failure=self._went_quiet)
        self._tracker = ConversationTracker(
            document, profile, conversations, timeouts, clock, self.readers, self.blocks
        )
        self.contents = ChatContents(document, profile, self._tracker, self._provenance, self.readers)
        self._blocks = DocumentBlocks(
            document, self._tracker, self.contents, matcher, public, self.readers, self.blocks, clock.now
        )

    @property
    def conversation(self) -> str:
        """The name of the conversation that the document shows."""
        return self._tracker.shown.name

    @property
    def place(self) -> CallOrigin:
        """The page's origin and the conversation that it shows now, as the policy knows them."""
        shown = self._tracker.shown
        return CallOrigin(shown.origin, shown.name, shown.named)

    @property
    def switches(self) -> int:
        """How often the document went from one conversation to another."""
        return self._tracker.shown.switches

    @property
    def named(self) -> bool:
        """Whether the conversation has an address, by which overlay recognises it later."""
        return self._tracker.shown.named

    def busy(self, turn: str) -> bool:
        """Return whether an answer is being written, or a call of it counts down, runs or may soon run."""
        calls = [block.call for block in self.contents.answer(turn)]
        if self.streaming or any(call.status in UNDER_WAY for call in calls):
            return True
        # The user may have run such a call meanwhile.
        if any(call.status == "ready" and call.awaits_sight for call in calls):
            return True
        return any(reader.open and reader.about.live for reader in self.contents.readers_of(turn))

    async def wait_idle(self, *, early: bool = False) -> None:
        """Wait until the answer can be replied to.

        Then overlay knows which conversation the document shows, nothing has grown for a moment, and the site
        no longer changes its own message box. `early`: that moment is shorter, for an insertion; before the
        text is sent, `wait_still` waits for the rest.
        """
        await self._tracker.settled()
        await self.wait_still(early=early)
        if self.profile.settle:
            await self._clock.sleep(self.profile.settle)

    async def wait_still(self, *, early: bool = False) -> None:
        """Wait until nothing in the page has grown for a moment."""
        signed = bool(self.profile.streaming)
        await self._idle.wait_idle(signed=signed, early=early, ended=self._button.ended)

    async def sleep(self, seconds: float) -> None:
        """Wait, by the clock of this document."""
        await self._clock.sleep(seconds)

    @contextmanager
    def acting(self) -> Generator[None]:
        """Ignore presses within this context: overlay itself clicks and types in the page."""
        self._acting += 1
        try:
            yield
        finally:
            self._acting -= 1

    @property
    def is_acting(self) -> bool:
        """Whether overlay itself clicks and types in the page now, so that a press may not be the user's."""
        return self._acting > 0

    def batch(self, batch: Batch) -> None:
        """Apply the changes in the page. An error in one unit does not affect the others."""
        self._batches += 1
        self._provenance.batch(batch, before=self.streaming)
        before = self._shows_messages
        for item in batch.items:
            try:
                self._take(item)
            except Exception:
                log.exception("overlay gave up on a block of %s", self.document.url)
                self._give_up(item.id)
        # An unknown page that draws its only block again still shows the same conversation.
        remains = self._shows_messages if before else self.readers
        if not remains and any(item.k == "gone" for item in batch.items):
            self._tracker.emptied()
        # An answer ends only when its whole text has arrived; text that arrives later is not streamed.
        ended = self.streaming and not (batch.streaming or batch.more)
        self.streaming = batch.streaming or (self.streaming and batch.more)
        if not (self.streaming or batch.more):
            self._end_old_texts()
        if ended:
            self._answer_ended()
        elif self.pending_turns and not self.streaming:
            # A call that results waited for may have ended or left the page.
            self._events.publish(AnswerEnded(self.document.unique_id))

    def moved(self, moved: UrlChanged) -> None:
        """Apply a change of the address within the document."""
        self._tracker.moved(moved, streaming=self.streaming, grown_at=self._idle.grown_at)

    def accept(self, press: Press) -> Block | None:
        """Return the block that was pressed, or None if the press does not count.

        A nonce counts once, and only for the call as the block shows it now. A touch needs no nonce. Presses
        within `acting()` don't count.
        """
        block = self.blocks.get(press.block)
        if block is None or press.action == "touch":
            return block
        if self._acting:
            block.call.note = BUSY
            self.draw(block)
            return None
        return block if block.take_press(press.nonce) else None

    def draw(self, block: Block) -> None:
        """Draw the block in its present state."""
        self._blocks.draw(block)

    def publish(self, kind: Kind, block: Block | None = None, text: str = "") -> None:
        """Publish an event of this document."""
        self._blocks.publish(kind, block, text)

    def close(self) -> None:
        """Stop: the document is gone."""
        self._idle.close()
        self._tracker.close()
        self._editor_text.close()
        self.readers.clear()
        self._blocks.close()

    def _take(self, item: Item) -> None:
        if isinstance(item, BlockOpened):
            self._open(item)
        elif isinstance(item, TextDelta):
            self._text(item)
        else:
            self._forget(item.id)

    @property
    def _shows_messages(self) -> bool:
        """Whether the page shows a message. On an unknown page, overlay knows only code blocks."""
        return any(reader.about.turn >= 0 for reader in self.readers.values())

    def _open(self, item: BlockOpened) -> None:
        """Open a unit, or apply its new description: the label of a fence is streamed as its text is."""
        known = self.readers.get(item.id)
        if known is None:
            fallbacks = self._fallbacks and item.role == "assistant"
            self.readers[item.id] = UnitReader(item, self._tools.index(), self._batches, fallbacks)
        else:
            before, now = known.about.visibility, item.visibility
            moved = before != now and (before in APART or now in APART)
            events = known.relabel(item)
            self.readers[item.id] = known  # its message may be another one now
            self._blocks.apply(events)
            for block in known.blocks if moved else ():
                self.draw(block)

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
        if self.profile.send and not self.profile.streaming and reader.about.role != "user":
            self._button.text_grew()
        if reader.partial:
            self._editor_text.text_changed(reader)
        self._hiding.update(reader, item)
        newly_live = self._provenance.text_changed(reader)
        self._blocks.apply(events)
        self._await_quiet(reader)
        if reader.waits_for_end and not reader.about.live:
            self._at_their_end.add(item.id)
        if newly_live:
            self._blocks.message_grew(reader)

    def _forget(self, unit: int) -> None:
        reader = self.readers.pop(unit, None)
        self._editor_text.forget(unit)
        self._idle.forget(unit)
        self._hiding.forget(unit)
        self._provenance.forget(unit)
        for block in reader.blocks if reader else []:
            self._blocks.drop(block, withdrawn=False)

    def _give_up(self, unit: int) -> None:
        """Show the unit as the site made it, and stop reading it."""
        self._forget(unit)
        self._hiding.unhide(unit)

    def _finish(self, reader: UnitReader) -> None:
        try:
            self._blocks.apply(reader.finish())
            self._hiding.text_ended(reader)
        except Exception:
            log.exception("overlay gave up on a block of %s", self.document.url)
            self._give_up(reader.about.id)

    def _end_old_texts(self) -> None:
        """End the texts from before the page opened: while no answer streams, nothing follows in them."""
        units, self._at_their_end = self._at_their_end, set()
        for unit in units:
            reader = self.readers.get(unit)
            if reader and reader.waits_for_end:
                self._idle.forget(unit)
                self._finish(reader)

    def _answer_ended(self) -> None:
        """Handle the end of the site's sign that an answer streams.

        The last text may be drawn later, so texts that may still become a call get more time.
        """
        self._idle.restart()
        for reader in list(self.readers.values()):
            if reader.about.live and not reader.open:
                self._finish(reader)
            elif reader.about.live:
                self._await_quiet(reader)
        self._events.publish(AnswerEnded(self.document.unique_id))

    def _await_quiet(self, reader: UnitReader) -> None:
        """Wait until a text that may still become a call stops growing: that is its end."""
        signed = not reader.about.live or bool(self.profile.streaming)
        if reader.open:
            # A view that draws only a part of its text shows no pause: the user must hear of the gap soon.
            part = (reader.partial or self._editor_text.is_fetched(reader)) and not self.streaming
            self._idle.watch(reader.about.id, signed=signed, part=part, whole=reader.waits_for_end)
        else:
            self._idle.forget(reader.about.id)

    def _went_quiet(self, unit: int) -> None:
        self._idle.forget(unit)
        reader = self.readers.get(unit)
        if reader is None:
            return
        if self.streaming and reader.about.live:
            return  # the wait begins again with the end of the answer
        # Without a sign, an answer may have paused.
        again = not self.profile.streaming and not reader.partial and reader.open and self._idle.may_pause
        if self._editor_text.refresh(reader, again=again):
            self._await_quiet(reader)
            return
        self._finish(reader)
        self._events.publish(AnswerEnded(self.document.unique_id))
