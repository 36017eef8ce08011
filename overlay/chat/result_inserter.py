"""Decides when results go into the message box, and when the message is sent without a press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, ResultReady, StatusChanged
from overlay.calls.updates import CallUpdates
from overlay.chat.composer.composer import ComposerError
from overlay.chat.incomplete_calls import ASKED, request_for
from overlay.chat.message_boxes import ELSEWHERE, MessageBoxes, ReturnConfig
from overlay.chat.open_chats import OpenChats
from overlay.chat.owed_results import OwedResults
from overlay.chat.session import ChatSession
from overlay.common.language import Phrase, mark
from overlay.common.tasks import Tasks
from overlay.tools.prompt.conversation_prompts import ConversationPrompts

NOWHERE = mark("Its chat is not open any more, so the result was not inserted.")
INSERTED = mark("It is in the message box. Send it yourself.")
REQUEST_ELSEWHERE = mark("The page shows another chat by now, so nothing was asked there.")


class ResultInserter:
    """Inserts results into message boxes, one at a time in each chat, so that texts don't mix.

    While `halted()`, nothing is inserted without a press. `prompts` knows which tools the model of a
    conversation has instructions for.
    """

    def __init__(
        self,
        config: ReturnConfig,
        *,
        boxes: MessageBoxes,
        chats: OpenChats,
        updates: CallUpdates,
        events: EventStream,
        prompts: ConversationPrompts,
        halted: Callable[[], bool],
    ) -> None:
        self.config = config
        self._boxes = boxes
        self._chats = chats
        self._updates = updates
        self._prompts = prompts
        self._halted = halted
        self._tasks = Tasks()
        self._settling: WeakKeyDictionary[ChatSession, set[str]] = WeakKeyDictionary()
        self._owed = OwedResults()
        events.subscribe(ResultReady, self._result_ready)
        events.subscribe(StatusChanged, self._status_changed)
        events.subscribe(AnswerEnded, self._answer_ended)

    def press(self, chat: ChatSession, block: Block, *, submit: bool) -> None:
        """Handle a press of Insert, or (`submit`) of Insert and send."""
        self._tasks.spawn(self.insert(chat, block.showing(block.call.latest), submit=submit))

    def press_resend(self, chat: ChatSession, block: Block) -> None:
        """Handle a press of the button that asks the model for the call again."""
        if block.call.status in ("incomplete", "invalid"):
            self._tasks.spawn(self.ask_again(chat, block))

    async def close(self) -> None:
        """Stop all insertions, and wait until they have stopped."""
        await self._tasks.close()
        self._boxes.close()

    def _result_ready(self, event: ResultReady) -> None:
        """Insert the outcome in each chat that shows the call, once its message is complete."""
        for chat, block in self._chats.shown(event.call):
            if block.unit in chat.readers:
                turn = chat.contents.turn_of(block)
                self._owed.add(chat, turn, event.call)
                self._settle(chat, turn)

    def _status_changed(self, event: StatusChanged) -> None:
        """Go on with results that may have waited for this call."""
        for block in event.blocks:
            chat = self._chats.get(block.document_id)
            if (
                chat
                and block.unit in chat.readers
                and (turn := chat.contents.turn_of(block)) in chat.pending_turns
            ):
                self._settle(chat, turn)

    def _answer_ended(self, event: AnswerEnded) -> None:
        """Go on with results that waited for the end of the answer."""
        chat = self._chats.get(event.document)
        if chat:
            for turn in sorted(chat.pending_turns):
                self._settle(chat, turn)

    def _settle(self, chat: ChatSession, turn: str) -> None:
        chat.pending_turns.add(turn)
        self._tasks.spawn(self.insert_when_ready(chat, turn))

    async def insert_when_ready(self, chat: ChatSession, turn: str) -> None:
        """Insert the results of the message `turn`, once none of its calls is being written or running."""
        if self._halted() or not (self.config.auto_insert or self.config.auto_submit):
            chat.pending_turns.discard(turn)
            self._owed.forget(chat, turn)
            return
        settling = self._settling.setdefault(chat, set())
        if turn in settling or chat.busy(turn):
            return
        settling.add(turn)
        try:
            await chat.wait_idle(early=self.config.auto_submit)
            await self._owed.wait_until_shown(chat, turn)
        finally:
            settling.discard(turn)
        async with self._boxes.lock(chat):
            if self._halted() or turn not in chat.pending_turns or chat.busy(turn):
                return
            chat.pending_turns.discard(turn)
            blocks = await chat.contents.in_page_order(chat.contents.answer(turn))
            ready = [block for block in blocks if _may_return(block)]
            self._owed.forget(chat, turn)
            if ready and not await self._boxes.insert(chat, ready):
                return
            if self.config.auto_submit:
                await self._submit_when_still(chat, turn, blocks)

    async def _submit_when_still(self, chat: ChatSession, turn: str, answer: Sequence[Block]) -> None:
        """Send the results of the message `turn` once nothing grows any more, if all of them are in the box.

        `answer` are its calls at the time of the insertion.
        """
        last = self._boxes.unsent_with(chat, {block.call for block in answer})
        if last is None:
            return
        await chat.wait_still()
        if chat.busy(turn):
            # Sending goes on when the rest of the answer has been written, and its calls have run.
            chat.pending_turns.add(turn)
        elif all(block.call.inserted for block in chat.contents.answer(turn)):
            await self._boxes.send_automatically(chat, *last)

    async def insert(self, chat: ChatSession, block: Block, *, submit: bool) -> None:
        """Insert a result after the user's press; with `submit`, all of the block's batch, and send them.

        A result that is already in the box is only sent.
        """
        batch = block.batch if submit and block.batch else (block.call,)
        async with self._boxes.lock(chat):
            # A result that was sent meanwhile with another message is sent again only if it was pressed.
            calls = [call for call in batch if call is block.call or not call.sent]
            blocks = [
                block if call is block.call else call.block_in(block.document_id)
                for call in calls
                if call.is_in(block.document_id)
            ]
            blocks = await chat.contents.in_page_order([each for each in blocks if each.call.outcome])
            await self._insert_pressed(chat, block, blocks, submit=submit)

    async def insert_reviewed(
        self, chat: ChatSession, blocks: Sequence[Block], agreed: Callable[[], bool], *, submit: bool
    ) -> bool:
        """Insert results that the user has reviewed, and with `submit` send them.

        `agreed()` returns whether the results are still what the user saw, and applies the user's changes.
        Returns the result of `agreed()`.
        """
        async with self._boxes.lock(chat):
            if not agreed():
                return False
            await self._insert_pressed(chat, blocks[0], blocks, submit=submit)
            return True

    async def _insert_pressed(
        self, chat: ChatSession, pressed: Block, blocks: Sequence[Block], *, submit: bool
    ) -> None:
        if any(each.conversation != chat.conversation for each in blocks):
            self._boxes.fail(chat, [pressed], ELSEWHERE)
            return
        new = [each for each in blocks if not (submit and await self._boxes.has(chat, each))]
        if not blocks or (new and not await self._boxes.insert(chat, new)):
            return
        if submit:
            await self._boxes.send(chat, blocks)

    async def insert_call(self, call: Call) -> str:
        """Insert the call's result into the message box of its chat. Return one line about the outcome."""
        home = self._chats.home_of(call)
        if home is None:
            return NOWHERE
        chat, block = home
        await self.insert(chat, block.showing(call), submit=False)
        return call.note or INSERTED

    async def ask_again(self, chat: ChatSession, block: Block) -> None:
        """Ask the model to send an incomplete call again, after the user's press.

        The request is sent only if messages are sent automatically.
        """
        async with self._boxes.lock(chat):
            if block.conversation != chat.conversation:
                self._boxes.fail(chat, [block], REQUEST_ELSEWHERE)
                return
            try:
                done = await self._boxes.insert_text(chat, request_for(block))
            except ComposerError as error:
                self._boxes.fail(
                    chat, [block], Phrase(mark("The request was not inserted: {}."), error.message)
                )
                return
            self._updates.note(block.call, ASKED)
            chat.publish("asked", block)
            if self.config.auto_submit:
                await self._boxes.send_automatically(chat, [block], done)

    async def insert_prompt(self, chat: ChatSession, text: str) -> str:
        """Insert the instructions for the model into the message box. Return one line about the outcome."""
        async with self._boxes.lock(chat):
            try:
                await self._boxes.insert_text(chat, text)
            except ComposerError as error:
                return Phrase(mark("They were not inserted into the chat: {}."), error.message)
        self._prompts.mark_told(chat.conversation)
        return mark("They are in the message box. Send them yourself.")

    async def insert_attachment(self, chat: ChatSession, text: str, before: Callable[[], object]) -> str:
        """Insert a text that the user chose into the message box. Return one line about the outcome.

        `before()` is called right before the insertion, when it is certain which conversation gets the text.
        """
        async with self._boxes.lock(chat):
            try:
                await self._boxes.insert_text(chat, text, before)
            except ComposerError as error:
                return Phrase(mark("It was not inserted into the chat: {}."), error.message)
        return INSERTED


def _may_return(block: Block) -> bool:
    """Return whether the result may be inserted without a press: a private result may not."""
    outcome = block.call.outcome
    return block.call.auto_return and outcome is not None and not outcome.private and not block.call.inserted
