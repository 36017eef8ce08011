"""What stands where: every change of a call is drawn in each block that shows it, and told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from playwright.async_api import Error as PlaywrightError

from observers.page_api import PageApi
from observers.protocol import Context, Outline, Spot
from overlay.calls.call import Block, Outcome, Status
from overlay.calls.store import Book, Record
from overlay.chat.session import Chat
from overlay.tools.context import Highlight, Mark

CONTEXTS: tuple[Context, ...] = ("plain", "quoted", "hidden")
PATIENCE = 1.0
"""Seconds that a page has to tell its title: one whose script hangs must not keep a tool from running."""


class Tell(Protocol):
    """Takes what happens, for `Companion.events()`."""

    def __call__(self, kind: str, chat: Chat, block: Block | None = None, text: str = "") -> None: ...


class Board:
    """`settle(chat, turn)` is called when an outcome of that message may go back to the model, `over(record)`
    when a call has come to its end.
    """

    def __init__(
        self,
        book: Book,
        tell: Tell,
        settle: Callable[[Chat, str], None],
        over: Callable[[Record], None] = lambda _: None,
    ) -> None:
        self.book = book
        self._tell = tell
        self._settle = settle
        self._over = over
        self._chats: dict[str, Chat] = {}

    def put(self, chat: Chat, block: Block) -> None:
        """The block stands in that chat."""
        self._chats[block.id] = chat

    def take(self, block: Block) -> None:
        """The block stands nowhere any more."""
        self.book.leave(block)
        self._chats.pop(block.id, None)

    def chat_of(self, record: Record) -> tuple[Chat, Block] | None:
        """Return a chat that shows the call now, and the block in it."""
        shown = [
            (self._chats[block.id], block) for block in record.blocks.values() if block.id in self._chats
        ]
        here = [(chat, block) for chat, block in shown if chat.conversation == block.conversation]
        return next(iter(here or shown), None)

    def show(self, block: Block) -> None:
        """Draw the block as it is now, and tell its status."""
        chat = self._chats.get(block.id)
        if chat:
            chat.draw(block)
            self._tell(block.status, chat, block)

    def draw(self, record: Record, *, progress: str = "") -> None:
        """Draw every block of the call, without telling."""
        for block in record.blocks.values():
            chat = self._chats.get(block.id)
            if chat:
                chat.draw(block, progress=progress)

    def count_down(self, record: Record, seconds: float | None) -> None:
        """Show in every block that the call runs by itself in so many seconds, or (None) that it doesn't."""
        for block in record.blocks.values():
            chat = self._chats.get(block.id)
            if chat:
                chat.count_down(block, seconds)

    def move(self, record: Record, status: Status, note: str = "") -> None:
        """The call goes to `status`, with `note` under its name: it may have kept other results back."""
        record.status, record.note = status, note
        for block in list(record.blocks.values()):
            block.move(status)
            self.show(block)
            chat = self._chats.get(block.id)
            if chat and block.unit in chat.readers and (turn := chat.turn_of(block)) in chat.unsettled:
                self._settle(chat, turn)

    def end(self, record: Record, status: Status, outcome: Outcome) -> None:
        """The call is over for good, and this is what came of it."""
        record.started, record.asking, record.outcome = True, False, outcome
        self.move(record, status)
        self._over(record)
        self.settle(record)

    def settle(self, record: Record) -> None:
        """Let the outcome go back, wherever the call stands, unless it has."""
        if record.outcome is None or record.returned or not record.due:
            return
        for block in list(record.blocks.values()):
            chat = self._chats.get(block.id)
            if chat and block.unit in chat.readers:
                self._settle(chat, chat.turn_of(block))

    async def context_of(self, *records: Record) -> Context | None:
        """Return how the pages show the call now, at its best; None when that can't be told. Of several
        records each may be the call.
        """
        blocks = [block for record in records for block in record.blocks.values()]
        shown = [(self._chats[block.id], block) for block in blocks if block.id in self._chats]
        found = await asyncio.gather(*(chat.context_of(block) for chat, block in shown))
        return next((each for each in CONTEXTS if each in found), None)

    async def page_of(self, record: Record) -> str:
        """Return the title, as it is now, of a page that shows the call, "" if none does."""
        chats = [self._chats[block] for block in record.blocks if block in self._chats]
        if not chats:
            return ""
        try:
            async with asyncio.timeout(PATIENCE):
                return await chats[0].document.page_title()
        except TimeoutError:
            return chats[0].document.title

    def highlighter(self, record: Record) -> Highlight:
        """Return what outlines marks for some seconds in a page that shows the call at that time."""

        async def highlight(marks: Sequence[Mark], seconds: float) -> list[str]:
            chats = [self._chats[block] for block in record.blocks if block in self._chats]
            spots = [Spot(text=mark.text[:400], box=mark.box, label=mark.label[:400]) for mark in marks]
            try:
                async with asyncio.timeout(PATIENCE):
                    wanted = Outline(spots=spots, seconds=seconds)
                    return list(await PageApi(chats[0].document).outline(wanted))
            except (IndexError, PlaywrightError, TimeoutError):
                return ["the page is gone, or gives no answer"] * len(spots)

        return highlight
