"""Results on their way back to the model: into the composer, in order, and sent if so set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field

from overlay.calls.call import Block
from overlay.calls.executor import encode
from overlay.calls.store import identity_of
from overlay.calls.witness import NOBODY, Witness
from overlay.chat.composer.composer import Composer, ComposerError, Inserted
from overlay.chat.composer.text_compare import plain
from overlay.chat.incomplete_calls import ASKED, request_for
from overlay.tools.prompt.conversation_prompts import Instructions

if TYPE_CHECKING:
    from overlay.chat.session import Chat

log = logging.getLogger(__name__)
Tell = Callable[..., None]
MAX_CHARS = 60_000
REQUEST_ELSEWHERE = "The page shows another chat by now, so nothing was asked there."
OWN_WORDS = "Not sent by itself: your own words stand in the box too. Send it yourself."
ELSEWHERE = "The page shows another chat by now, so the result was not inserted."


class ReturnConfig(BaseModel):
    """What goes back without being asked for.

    `max_rounds` messages at most are sent by themselves until the person sends one; `max_chars` code points
    of a result go to the model, the rest is left out with a notice.
    """

    model_config = ConfigDict(extra="forbid")

    auto_insert: bool = False
    auto_submit: bool = False
    max_rounds: int = Field(default=25, ge=0)
    max_chars: int = Field(default=MAX_CHARS, ge=200, le=10_000_000)


class Box(Protocol):
    """A composer, as far as results need it; see `overlay.chat.composer.composer`."""

    async def insert(self, text: str) -> Inserted: ...

    async def attach(self, path: Path) -> bool: ...

    async def holds(self, text: str) -> bool: ...

    async def submit(self) -> None: ...


class Returns:
    """One insertion at a time in a chat: two would write into each other. `box` gives a chat's composer.

    While `halted`, nothing goes back by itself. `instructions` knows what a conversation was told of the
    tools.
    """

    def __init__(
        self,
        config: ReturnConfig,
        tell: Tell,
        box: Callable[[Chat], Box] | None = None,
        instructions: Instructions | None = None,
        witness: Witness = NOBODY,
    ) -> None:
        self.config = config
        self.rounds = 0
        self.halted = False
        self.instructions = instructions
        self._settling: WeakKeyDictionary[Chat, set[str]] = WeakKeyDictionary()
        self._waiting: WeakKeyDictionary[Chat, list[tuple[Sequence[Block], str]]] = WeakKeyDictionary()
        self._tell = tell
        self._witness = witness
        self._box = box or composer_of
        self._locks: WeakKeyDictionary[Chat, asyncio.Lock] = WeakKeyDictionary()

    def text_of(self, block: Block) -> str:
        """Return the text that tells the model of the block's outcome."""
        return encode_of(block, self.config.max_chars)

    async def settle(self, chat: Chat, turn: str) -> None:
        """Put back what the answer `turn` gave, once nothing of it is under way any more."""
        if self.halted or not (self.config.auto_insert or self.config.auto_submit):
            chat.unsettled.discard(turn)
            return
        settling = self._settling.setdefault(chat, set())
        if turn in settling or chat.busy(turn):
            return
        settling.add(turn)
        try:
            await chat.calm()
        finally:
            settling.discard(turn)
        async with self._lock(chat):
            if self.halted or turn not in chat.unsettled or chat.busy(turn):
                return
            chat.unsettled.discard(turn)
            blocks = chat.answer(turn)
            ready = [block for block in blocks if _goes_by_itself(block)]
            done = await self._insert(chat, ready) if ready else None
            if not done:
                return
            if self.config.auto_submit and all(block.returned for block in chat.answer(turn)):
                await self._submit(chat, ready, done)

    async def put(self, chat: Chat, block: Block, *, submit: bool) -> None:
        """Put one result back, as the person asked; what stands in the box already is only sent."""
        async with self._lock(chat):
            if not block.outcome:
                return
            if block.conversation != chat.conversation:
                self._fail(chat, [block], ELSEWHERE)
                return
            there = submit and block.returned and await self._holds(chat, self.text_of(block))
            if (there or await self._insert(chat, [block])) and submit:
                self.rounds = 0
                await self._send(chat, [block])

    async def ask_again(self, chat: Chat, block: Block) -> None:
        """Ask the model for a call that did not arrive whole, as the person wanted; sent only where messages
        are.
        """
        async with self._lock(chat):
            if block.conversation != chat.conversation:
                self._fail(chat, [block], REQUEST_ELSEWHERE)
                return
            try:
                with chat.acting():
                    done = await self._box(chat).insert(request_for(block))
            except ComposerError as error:
                self._fail(chat, [block], f"The request was not inserted: {error}.")
                return
            block.note = ASKED
            chat.draw(block)
            self._tell("asked", chat, block)
            if self.config.auto_submit:
                await self._submit(chat, [block], done)

    async def tell_model(self, chat: Chat, text: str) -> str:
        """Put a text for the model into the composer; return a line that says how it went."""
        async with self._lock(chat):
            try:
                with chat.acting():
                    await self._box(chat).insert(text)
            except ComposerError as error:
                return f"They were not put into the chat: {error}."
        if self.instructions:
            self.instructions.were_told(chat.conversation)
        return "They stand in the chat's composer. Send them yourself."

    async def _holds(self, chat: Chat, text: str) -> bool:
        try:
            return await self._box(chat).holds(text)
        except ComposerError:
            return False

    async def _insert(self, chat: Chat, blocks: Sequence[Block]) -> Inserted | None:
        if any(block.conversation != chat.conversation for block in blocks):
            self._fail(chat, blocks, ELSEWHERE)
            return None
        box = self._box(chat)
        try:
            with chat.acting():
                parts = [self.text_of(block) for block in blocks]
                # What has changed of the tools goes along with the next result.
                if news := self.instructions.news(chat.conversation) if self.instructions else "":
                    parts.append(news)
                done = await box.insert("\n\n".join(parts))
                done = await self._with_files(box, blocks, done)
        except ComposerError as error:
            self._witness.put(blocks, sent=False, problem=str(error))
            self._fail(chat, blocks, f"The result was not inserted: {error}.")
            return None
        except Exception as error:
            log.exception("overlay could not insert a result")
            self._fail(chat, blocks, f"The result was not inserted: overlay itself failed ({error!r}).")
            return None
        if self.instructions and news:
            self.instructions.were_told(chat.conversation)
        self._witness.put(blocks, sent=False, exact=done.exact)
        self._waiting.setdefault(chat, []).append((blocks, done.text))
        for block in blocks:
            block.note = "" if done.exact else "Inserted on one line: this composer loses line ends."
            chat.returned(block)
            self._tell("inserted", chat, block, done.text)
        return done

    def _own_words(self, chat: Chat, done: Inserted) -> bool:
        """Whether there was more in the box than results that wait there."""
        left = plain(done.draft)
        for _, text in self._waiting.get(chat, []):
            left = left.replace(plain(text), "")
        return bool(left.strip())

    def _lock(self, chat: Chat) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())

    async def _with_files(self, box: Box, blocks: Sequence[Block], done: Inserted) -> Inserted:
        """Give the site the whole of results that had to be cut, where it takes files, and say so in the box.
        Sites send a file on at once, so none goes before the text stands.
        """
        lines: list[str] = []
        for block in blocks:
            kept = block.outcome.kept if block.outcome else None
            if kept is not None and await box.attach(kept):
                what = "it" if len(blocks) == 1 else f"the result of {identity_of(block)}"
                lines.append(f"[The whole of {what} is attached as {kept.name}.]")
        if not lines:
            return done
        try:
            more = await box.insert("\n".join(lines))
        except ComposerError as error:
            log.warning("a file was attached, and the message does not say so: %s", error)
            return done
        return Inserted(f"{done.text}\n\n{more.text}", done.exact and more.exact, done.draft)

    async def _submit(self, chat: Chat, blocks: Sequence[Block], done: Inserted) -> None:
        if self.halted:
            return
        if self._own_words(chat, done):
            self._fail(chat, blocks, OWN_WORDS, kind="limit")
            return
        if self.rounds >= self.config.max_rounds:
            text = f"{self.rounds} messages were sent by themselves, the limit. Send this one yourself."
            self._fail(chat, blocks, text, kind="limit")
            return
        self.rounds += 1
        await self._send(chat, blocks)

    async def _send(self, chat: Chat, blocks: Sequence[Block]) -> None:
        if any(block.conversation != chat.conversation for block in blocks):
            self._fail(chat, blocks, ELSEWHERE)
            return
        try:
            sent = [*await self._along(chat, blocks), *blocks]
            with chat.acting():
                await self._box(chat).submit()
        except ComposerError as error:
            self._witness.put(blocks, sent=True, problem=str(error))
            self._fail(chat, blocks, f"The result was not sent: {error}.")
            return
        except Exception as error:
            log.exception("overlay could not send a result")
            self._fail(chat, blocks, f"The result was not sent: overlay itself failed ({error!r}).")
            return
        self._witness.put(sent, sent=True)
        self._waiting.pop(chat, None)
        for block in sent:
            self._tell("submitted", chat, block)

    async def _along(self, chat: Chat, blocks: Sequence[Block]) -> list[Block]:
        """Those whose results wait in the box, and go with the message that is sent for `blocks`."""
        others = [
            ([block for block in earlier if block not in blocks], text)
            for earlier, text in self._waiting.get(chat, [])
        ]
        there = [earlier for earlier, text in others if earlier and await self._holds(chat, text)]
        return [block for earlier in there for block in earlier]

    def _fail(self, chat: Chat, blocks: Sequence[Block], text: str, kind: str = "trouble") -> None:
        for block in blocks:
            block.note = text
            chat.noted(block)
        self._tell(kind, chat, blocks[0], text)


def composer_of(chat: Chat) -> Composer:
    """Return the composer of the chat's page, for as long as that shows the conversation it shows now."""
    profile, shown = chat.profile, chat.switches
    return Composer(
        chat.document,
        profile.send,
        file=profile.file,
        rewrites=profile.rewrites,
        left=lambda: chat.switches != shown,
    )


def encode_of(block: Block, limit: int = MAX_CHARS) -> str:
    """Return the text that tells the model of the block's outcome, at most `limit` characters of it.

    Raises ValueError while there is none.
    """
    outcome = block.outcome
    if outcome is None:
        raise ValueError(f"{block.name} has no outcome yet")
    if outcome.encoded is None:
        outcome.encoded = encode(outcome, identity_of(block), limit)
    return outcome.encoded


def _goes_by_itself(block: Block) -> bool:
    """A private result waits for the person's own word."""
    outcome = block.outcome
    return block.due and outcome is not None and not outcome.private and not block.returned
