"""Inserts results into the message box, in order, and sends them if that is switched on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field

from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import AnswerEnded, InsertionEnded, Kind, ResultReady, StatusChanged
from overlay.calls.result_text import result_text
from overlay.calls.updates import CallUpdates
from overlay.chat.composer.composer import Composer, ComposerError, Inserted
from overlay.chat.composer.text_compare import normalize
from overlay.chat.incomplete_calls import ASKED, request_for
from overlay.chat.open_chats import OpenChats
from overlay.chat.owed_results import OwedResults
from overlay.chat.result_attachments import ComposerPort, ResultAttachments
from overlay.chat.session import ChatSession
from overlay.common.language import Phrase, mark
from overlay.common.tasks import Tasks
from overlay.tools.prompt.conversation_prompts import ConversationPrompts

log = logging.getLogger(__name__)
NOWHERE = mark("Its chat is not open any more, so the result was not inserted.")
INSERTED = mark("It is in the message box. Send it yourself.")
MAX_CHARS = 60_000
REQUEST_ELSEWHERE = mark("The page shows another chat by now, so nothing was asked there.")
OWN_TEXT = mark("Not sent automatically: the message box also contains your own text. Send it yourself.")
ELSEWHERE = mark("The page shows another chat by now, so the result was not inserted.")


class ReturnConfig(BaseModel):
    """Settings for giving results back to the model."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    auto_insert: bool = False
    """Insert results into the message box without a press."""
    auto_submit: bool = False
    """Send them too."""
    max_rounds: int = Field(default=25, ge=0)
    """How many messages are sent automatically until you send one yourself."""
    max_chars: int = Field(default=MAX_CHARS, ge=200, le=10_000_000)
    """How many characters of a result go to the model; a notice says what was left out."""


class ResultInserter:
    """Inserts results into message boxes, one at a time in each chat, so that texts don't mix.

    `composer` returns the message box of a chat. While `halted()`, nothing is inserted without a press.
    `prompts` knows which tools the model of a conversation has instructions for; `attachments` uploads files.
    """

    def __init__(
        self,
        config: ReturnConfig,
        *,
        chats: OpenChats,
        updates: CallUpdates,
        events: EventStream,
        prompts: ConversationPrompts,
        halted: Callable[[], bool],
        composer: Callable[[ChatSession], ComposerPort] | None = None,
        attachments: ResultAttachments | None = None,
    ) -> None:
        self.config = config
        self.rounds = 0
        self._chats = chats
        self._updates = updates
        self._events = events
        self._prompts = prompts
        self._halted = halted
        self._composer = composer or composer_of
        self._attachments = attachments or ResultAttachments()
        self._tasks = Tasks()
        self._settling: WeakKeyDictionary[ChatSession, set[str]] = WeakKeyDictionary()
        self._waiting: WeakKeyDictionary[ChatSession, list[tuple[Sequence[Block], Inserted]]] = (
            WeakKeyDictionary()
        )
        self._owed = OwedResults()
        self._locks: WeakKeyDictionary[ChatSession, asyncio.Lock] = WeakKeyDictionary()
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
        self._attachments.close()

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
        async with self._lock(chat):
            if self._halted() or turn not in chat.pending_turns or chat.busy(turn):
                return
            chat.pending_turns.discard(turn)
            blocks = await chat.contents.in_page_order(chat.contents.answer(turn))
            ready = [block for block in blocks if _may_return(block)]
            self._owed.forget(chat, turn)
            if ready and not await self._insert(chat, ready):
                return
            if self.config.auto_submit:
                await self._submit_when_still(chat, turn, blocks)

    async def _submit_when_still(self, chat: ChatSession, turn: str, answer: Sequence[Block]) -> None:
        """Send the results of the message `turn` once nothing grows any more, if all of them are in the box.

        `answer` are its calls at the time of the insertion.
        """
        calls = {block.call for block in answer}
        waiting = reversed(self._waiting.get(chat, []))
        last = next((each for each in waiting if any(block.call in calls for block in each[0])), None)
        if last is None:
            return
        await chat.wait_still()
        if chat.busy(turn):
            # It goes on when the rest of the answer has been written, and its calls have run.
            chat.pending_turns.add(turn)
        elif all(block.call.inserted for block in chat.contents.answer(turn)):
            await self._submit(chat, *last)

    async def insert(self, chat: ChatSession, block: Block, *, submit: bool) -> None:
        """Insert a result after the user's press; with `submit`, all of the block's batch, and send them.

        A result that is already in the box is only sent.
        """
        batch = block.batch if submit and block.batch else (block.call,)
        async with self._lock(chat):
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
        async with self._lock(chat):
            if not agreed():
                return False
            await self._insert_pressed(chat, blocks[0], blocks, submit=submit)
            return True

    async def _insert_pressed(
        self, chat: ChatSession, pressed: Block, blocks: Sequence[Block], *, submit: bool
    ) -> None:
        if any(each.conversation != chat.conversation for each in blocks):
            self._fail(chat, [pressed], ELSEWHERE)
            return
        new = [each for each in blocks if not (submit and await self._is_there(chat, each))]
        if not blocks or (new and not await self._insert(chat, new)):
            return
        if submit:
            self.rounds = 0
            await self._send(chat, blocks)

    async def _is_there(self, chat: ChatSession, block: Block) -> bool:
        """Return whether the result was inserted and is still in the message box."""
        return block.call.inserted and await self._holds(chat, result_text(block, self.config.max_chars))

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
        async with self._lock(chat):
            if block.conversation != chat.conversation:
                self._fail(chat, [block], REQUEST_ELSEWHERE)
                return
            try:
                with chat.acting():
                    done = await self._composer(chat).insert(request_for(block))
            except ComposerError as error:
                self._fail(chat, [block], Phrase(mark("The request was not inserted: {}."), error.message))
                return
            self._updates.note(block.call, ASKED)
            chat.publish("asked", block)
            if self.config.auto_submit:
                await self._submit(chat, [block], done)

    async def insert_prompt(self, chat: ChatSession, text: str) -> str:
        """Insert the instructions for the model into the message box. Return one line about the outcome."""
        async with self._lock(chat):
            try:
                with chat.acting():
                    await self._composer(chat).insert(text)
            except ComposerError as error:
                return Phrase(mark("They were not inserted into the chat: {}."), error.message)
        self._prompts.mark_told(chat.conversation)
        return mark("They are in the message box. Send them yourself.")

    async def insert_attachment(self, chat: ChatSession, text: str, before: Callable[[], object]) -> str:
        """Insert a text that the user chose into the message box. Return one line about the outcome.

        `before()` is called right before the insertion, when it is certain which conversation gets the text.
        """
        async with self._lock(chat):
            try:
                with chat.acting():
                    box = self._composer(chat)
                    before()
                    await box.insert(text)
            except ComposerError as error:
                return Phrase(mark("It was not inserted into the chat: {}."), error.message)
        return INSERTED

    async def _holds(self, chat: ChatSession, text: str) -> bool:
        try:
            return await self._composer(chat).holds(text)
        except ComposerError:
            return False

    async def _insert(self, chat: ChatSession, blocks: Sequence[Block]) -> Inserted | None:
        if any(block.conversation != chat.conversation for block in blocks):
            self._fail(chat, blocks, ELSEWHERE)
            return None
        box = self._composer(chat)
        try:
            with chat.acting():
                parts = [result_text(block, self.config.max_chars) for block in blocks]
                # The next result also carries the changes of the tools.
                if news := self._prompts.pending_changes(chat.conversation):
                    parts.append(news)
                takes = bool(chat.profile.file)
                returned = await self._attachments.insert(
                    box, blocks, "\n\n".join(parts), accepts_files=takes
                )
                done = returned.inserted
        except ComposerError as error:
            self._events.publish(InsertionEnded(blocks, sent=False, problem=str(error)))
            self._fail(chat, blocks, Phrase(mark("The result was not inserted: {}."), error.message))
            return None
        except Exception as error:
            log.exception("overlay could not insert a result")
            self._fail(
                chat,
                blocks,
                Phrase(mark("The result was not inserted: overlay itself failed ({})."), repr(error)),
            )
            return None
        if news and not returned.instead:
            self._prompts.mark_told(chat.conversation)
        self._events.publish(InsertionEnded(blocks, sent=False, exact=done.exact))
        self._waiting.setdefault(chat, []).append((blocks, done))
        for block in blocks:
            self._updates.inserted(block.call, returned.note)
            chat.publish("inserted", block, done.text)
        return done

    def _own_words(self, chat: ChatSession, done: Inserted) -> bool:
        """Return whether the box held text of the user besides results that were inserted and not sent."""
        left = normalize(done.draft)
        for _, earlier in self._waiting.get(chat, []):
            left = left.replace(normalize(earlier.text), "")
        return bool(left.strip())

    def _lock(self, chat: ChatSession) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())

    async def _submit(self, chat: ChatSession, blocks: Sequence[Block], done: Inserted) -> None:
        if self._halted():
            return
        if self._own_words(chat, done):
            self._fail(chat, blocks, OWN_TEXT, kind="limit")
            return
        if self.rounds >= self.config.max_rounds:
            text = (
                f"{self.rounds} messages were sent automatically, which is the limit. Send this one yourself."
            )
            self._fail(chat, blocks, text, kind="limit")
            return
        self.rounds += 1
        await self._send(chat, blocks)

    async def _send(self, chat: ChatSession, blocks: Sequence[Block]) -> None:
        if any(block.conversation != chat.conversation for block in blocks):
            self._fail(chat, blocks, ELSEWHERE)
            return
        try:
            sent = [*await self._sent_with(chat, blocks), *blocks]
            with chat.acting():
                await self._composer(chat).submit()
        except ComposerError as error:
            self._events.publish(InsertionEnded(blocks, sent=True, problem=str(error)))
            self._fail(chat, blocks, Phrase(mark("The result was not sent: {}."), error.message))
            return
        except Exception as error:
            log.exception("overlay could not send a result")
            self._fail(
                chat,
                blocks,
                Phrase(mark("The result was not sent: overlay itself failed ({})."), repr(error)),
            )
            return
        self._events.publish(InsertionEnded(sent, sent=True))
        self._waiting.pop(chat, None)
        for block in sent:
            self._updates.sent(block.call)
            chat.publish("submitted", block)

    async def _sent_with(self, chat: ChatSession, blocks: Sequence[Block]) -> list[Block]:
        """Return the other blocks whose results are in the box, which are sent with those of `blocks`."""
        calls = {block.call for block in blocks}
        others = [
            ([block for block in earlier if block.call not in calls], done.text)
            for earlier, done in self._waiting.get(chat, [])
        ]
        there = [earlier for earlier, text in others if earlier and await self._holds(chat, text)]
        return [block for earlier in there for block in earlier]

    def _fail(self, chat: ChatSession, blocks: Sequence[Block], text: str, kind: Kind = "trouble") -> None:
        for block in blocks:
            self._updates.note(block.call, text)
        chat.publish(kind, blocks[0], text)


def composer_of(chat: ChatSession) -> Composer:
    """Return a composer of the chat's page, which works only while the page shows the same conversation."""
    profile, shown = chat.profile, chat.switches
    return Composer(
        chat.document,
        profile.send,
        file=profile.file,
        rewrites=profile.rewrites,
        left=lambda: chat.switches != shown,
    )


def _may_return(block: Block) -> bool:
    """Return whether the result may be inserted without a press: a private result may not."""
    outcome = block.call.outcome
    return block.call.auto_return and outcome is not None and not outcome.private and not block.call.inserted
