"""Puts results and other texts into the message boxes of chats, up to the press of Send."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field

from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import InsertionEnded, Kind
from overlay.calls.result_text import result_text
from overlay.calls.updates import CallUpdates
from overlay.chat.composer.composer import Composer, ComposerError, Inserted
from overlay.chat.composer.text_compare import normalize
from overlay.chat.result_attachments import ComposerPort, ResultAttachments
from overlay.chat.session import ChatSession
from overlay.common.language import Phrase, mark
from overlay.tools.prompt.conversation_prompts import ConversationPrompts

log = logging.getLogger(__name__)
MAX_CHARS = 60_000
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


class MessageBoxes:
    """The message boxes of all chats of a run, with the results that were inserted there and not sent yet.

    `composer` returns the message box of a chat. While `halted()`, nothing is sent without a press.
    `prompts` knows which tools the model of a conversation has instructions for; `attachments` uploads files.
    """

    def __init__(
        self,
        config: ReturnConfig,
        *,
        updates: CallUpdates,
        events: EventStream,
        prompts: ConversationPrompts,
        halted: Callable[[], bool],
        composer: Callable[[ChatSession], ComposerPort] | None = None,
        attachments: ResultAttachments | None = None,
    ) -> None:
        self._config = config
        self._updates = updates
        self._events = events
        self._prompts = prompts
        self._halted = halted
        self._composer = composer or composer_of
        self._attachments = attachments or ResultAttachments()
        self._rounds = 0
        self._unsent: WeakKeyDictionary[ChatSession, list[tuple[Sequence[Block], Inserted]]] = (
            WeakKeyDictionary()
        )
        self._locks: WeakKeyDictionary[ChatSession, asyncio.Lock] = WeakKeyDictionary()

    def close(self) -> None:
        """Delete the temporary files of uploads."""
        self._attachments.close()

    def lock(self, chat: ChatSession) -> asyncio.Lock:
        """Return the lock that a task holds while it works in the message box of the chat."""
        return self._locks.setdefault(chat, asyncio.Lock())

    async def insert_text(
        self, chat: ChatSession, text: str, before: Callable[[], object] | None = None
    ) -> Inserted:
        """Insert a text that is not a result. Raises ComposerError if it was not inserted.

        `before()` is called right before the insertion, when it is certain which conversation gets the text.
        """
        with chat.acting():
            box = self._composer(chat)
            if before:
                before()
            return await box.insert(text)

    async def insert(self, chat: ChatSession, blocks: Sequence[Block]) -> Inserted | None:
        """Insert the results of `blocks`. Return None if that failed; then their notes say why."""
        if any(block.conversation != chat.conversation for block in blocks):
            self.fail(chat, blocks, ELSEWHERE)
            return None
        box = self._composer(chat)
        try:
            with chat.acting():
                parts = [result_text(block, self._config.max_chars) for block in blocks]
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
            self.fail(chat, blocks, Phrase(mark("The result was not inserted: {}."), error.message))
            return None
        except Exception as error:
            log.exception("overlay could not insert a result")
            self.fail(
                chat,
                blocks,
                Phrase(mark("The result was not inserted: overlay itself failed ({})."), repr(error)),
            )
            return None
        if news and not returned.instead:
            self._prompts.mark_told(chat.conversation)
        self._events.publish(InsertionEnded(blocks, sent=False, exact=done.exact))
        self._keep_unsent(chat, blocks, done)
        for block in blocks:
            self._updates.inserted(block.call, returned.note)
            chat.publish("inserted", block, done.text)
        return done

    def _keep_unsent(self, chat: ChatSession, blocks: Sequence[Block], done: Inserted) -> None:
        """Note an insertion, and forget earlier ones that had left the box: the user sent or removed them."""
        draft = normalize(done.draft)
        there = [one for one in self._unsent.get(chat, []) if normalize(one[1].text) in draft]
        self._unsent[chat] = [*there, (blocks, done)]

    async def has(self, chat: ChatSession, block: Block) -> bool:
        """Return whether the result was inserted and is still in the message box."""
        return block.call.inserted and await self._holds(chat, result_text(block, self._config.max_chars))

    async def _holds(self, chat: ChatSession, text: str) -> bool:
        try:
            return await self._composer(chat).holds(text)
        except ComposerError:
            return False

    def unsent_with(
        self, chat: ChatSession, calls: Collection[Call]
    ) -> tuple[Sequence[Block], Inserted] | None:
        """Return the newest insertion with a result of `calls` that was not sent yet."""
        unsent = reversed(self._unsent.get(chat, []))
        return next((each for each in unsent if any(block.call in calls for block in each[0])), None)

    def _own_words(self, chat: ChatSession, done: Inserted) -> bool:
        """Return whether the box held text of the user besides results that were inserted and not sent."""
        left = normalize(done.draft)
        for _, earlier in self._unsent.get(chat, []):
            left = left.replace(normalize(earlier.text), "")
        return bool(left.strip())

    async def send_automatically(self, chat: ChatSession, blocks: Sequence[Block], done: Inserted) -> None:
        """Send the results of `blocks`, which `done` inserted, unless the user must do that."""
        if self._halted():
            return
        if self._own_words(chat, done):
            self.fail(chat, blocks, OWN_TEXT, kind="limit")
            return
        if self._rounds >= self._config.max_rounds:
            count = self._rounds
            text = f"{count} messages were sent automatically, which is the limit. Send this one yourself."
            self.fail(chat, blocks, text, kind="limit")
            return
        self._rounds += 1
        await self._send(chat, blocks)

    async def send(self, chat: ChatSession, blocks: Sequence[Block]) -> None:
        """Send the message with the results of `blocks` after the user's press."""
        self._rounds = 0
        await self._send(chat, blocks)

    async def _send(self, chat: ChatSession, blocks: Sequence[Block]) -> None:
        if any(block.conversation != chat.conversation for block in blocks):
            self.fail(chat, blocks, ELSEWHERE)
            return
        try:
            sent = [*await self._sent_with(chat, blocks), *blocks]
            with chat.acting():
                await self._composer(chat).submit()
        except ComposerError as error:
            self._events.publish(InsertionEnded(blocks, sent=True, problem=str(error)))
            self.fail(chat, blocks, Phrase(mark("The result was not sent: {}."), error.message))
            return
        except Exception as error:
            log.exception("overlay could not send a result")
            self.fail(
                chat,
                blocks,
                Phrase(mark("The result was not sent: overlay itself failed ({})."), repr(error)),
            )
            return
        self._events.publish(InsertionEnded(sent, sent=True))
        self._unsent.pop(chat, None)
        for block in sent:
            self._updates.sent(block.call)
            chat.publish("submitted", block)

    async def _sent_with(self, chat: ChatSession, blocks: Sequence[Block]) -> list[Block]:
        """Return the other blocks whose results are in the box, which are sent with those of `blocks`."""
        calls = {block.call for block in blocks}
        others = [
            ([block for block in earlier if block.call not in calls], done.text)
            for earlier, done in self._unsent.get(chat, [])
        ]
        there = [earlier for earlier, text in others if earlier and await self._holds(chat, text)]
        return [block for earlier in there for block in earlier]

    def fail(self, chat: ChatSession, blocks: Sequence[Block], text: str, kind: Kind = "trouble") -> None:
        """Say in the blocks why something did not happen, and publish it."""
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
