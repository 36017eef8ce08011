"""Results on their way back to the model: into the composer, in the order of their calls, and sent if so set."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from overlay.blocks.block import Block
from overlay.results import encode_result
from overlay.sites.composer import Composer, ComposerError

if TYPE_CHECKING:
    from overlay.chat import Chat

log = logging.getLogger(__name__)
Tell = Callable[..., None]


class ReturnConfig(BaseModel):
    """What goes back without being asked for. `max_rounds` messages at most are sent by themselves."""

    model_config = ConfigDict(extra="forbid")

    auto_insert: bool = False
    auto_submit: bool = False
    max_rounds: int = Field(default=25, ge=0)


class Returns:
    """One insertion at a time: two would write into each other."""

    def __init__(self, config: ReturnConfig, tell: Tell) -> None:
        self.config = config
        self.rounds = 0
        self._tell = tell
        self._lock = asyncio.Lock()
        self._limited = False

    async def settle(self, chat: Chat, turn: str) -> None:
        """Put back what the answer `turn` gave, once nothing of it is under way any more."""
        if not self.config.auto_insert and not self.config.auto_submit:
            return
        await chat.calm()
        async with self._lock:
            blocks = chat.answer(turn)
            if chat.busy(turn):
                return
            ready = [block for block in blocks if block.outcome and not block.returned]
            undecided = any(block.status in ("ready", "waiting") for block in blocks)
            if ready and not await self._insert(chat, ready):
                return
            if self.config.auto_submit and not undecided and any(block.returned for block in ready):
                await self._submit(chat, ready)

    async def put(self, chat: Chat, block: Block, *, submit: bool) -> None:
        """Put one result back because the person asked for it."""
        async with self._lock:
            if not block.outcome or (block.returned and not submit):
                return
            if (block.returned or await self._insert(chat, [block])) and submit:
                await self._send(chat, [block])

    async def _insert(self, chat: Chat, blocks: Sequence[Block]) -> bool:
        text = "\n\n".join(encode_of(block) for block in blocks)
        try:
            done = await Composer(chat.document).insert(text)
        except ComposerError as error:
            self._fail(chat, blocks, f"The result was not inserted: {error}.")
            return False
        for block in blocks:
            block.returned = True
            block.note = "" if done.exact else "Inserted on one line: this composer loses line ends."
            chat.returned(block)
            self._tell("inserted", chat, block, done.text)
        return True

    async def _submit(self, chat: Chat, blocks: Sequence[Block]) -> None:
        if self.rounds >= self.config.max_rounds:
            if not self._limited:
                self._limited = True
                text = f"{self.rounds} messages were sent by themselves, the limit. Send this one yourself."
                self._fail(chat, blocks, text, kind="limit")
            return
        self.rounds += 1
        await self._send(chat, blocks)

    async def _send(self, chat: Chat, blocks: Sequence[Block]) -> None:
        try:
            await Composer(chat.document).submit()
        except ComposerError as error:
            self._fail(chat, blocks, f"The result was not sent: {error}.")
            return
        for block in blocks:
            self._tell("submitted", chat, block)

    def _fail(self, chat: Chat, blocks: Sequence[Block], text: str, kind: str = "trouble") -> None:
        for block in blocks:
            block.note = text
            chat.draw(block)
        self._tell(kind, chat, blocks[0], text)


def encode_of(block: Block) -> str:
    """Return the text that tells the model of the block's outcome."""
    outcome = block.outcome
    if outcome is None:
        raise ValueError(f"{block.name} has no outcome yet")
    identity = block.call_id or f"{block.name}-{block.index + 1}"
    return encode_result(outcome.text, identity, error_code=outcome.error_code)
