"""The chats whose documents are open; draws and publishes a change of a call in each chat that shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import chain

from playwright.async_api import Error as PlaywrightError

from observers.commands import Outline, Spot
from observers.page_api import PageApi
from observers.protocol import Relation
from overlay.calls.block_context import Visibility
from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import DetailsChanged, StatusChanged
from overlay.chat.session import ChatSession
from overlay.tools.context import Highlight, OutlineTarget

VISIBILITIES: tuple[Visibility, ...] = (
    *("plain", "quoted", "beside", "example", "enclosed", "own", "reasoning", "result"),
    *("away", "popup", "undrawn", "covered", "moved", "hidden"),
)
"""The best comes first."""
PATIENCE = 1.0
"""Seconds to wait for a page's answer: a page whose script hangs must not block a tool."""
NO_ANSWER = "the page is closed or does not answer"


class OpenChats:
    """All chats of a run, by the ids of their documents; see overlay.calls.pages.Pages."""

    def __init__(self, events: EventStream) -> None:
        self._chats: dict[str, ChatSession] = {}
        events.subscribe(StatusChanged, self._status_changed)
        events.subscribe(DetailsChanged, self._details_changed)

    def __iter__(self) -> Iterator[ChatSession]:
        """Iterate over the chats in the order in which their documents began."""
        return iter(tuple(self._chats.values()))

    def add(self, chat: ChatSession) -> None:
        """Add the chat of a new document."""
        self._chats[chat.document.unique_id] = chat

    def remove(self, chat: ChatSession) -> None:
        """Remove the chat of a document that is gone."""
        if self._chats.get(chat.document.unique_id) is chat:
            del self._chats[chat.document.unique_id]

    def get(self, document: str) -> ChatSession | None:
        """Return the chat of the document of that id."""
        return self._chats.get(document)

    def find(self, block_id: str) -> tuple[ChatSession, Block] | None:
        """Return the block of that id, and its chat."""
        return next(((chat, chat.blocks[block_id]) for chat in self if block_id in chat.blocks), None)

    def shown(self, *calls: Call) -> list[tuple[ChatSession, Block]]:
        """Return the blocks that now show one of the calls, each with its chat."""
        blocks = [block for call in calls for block in call.blocks.values()]
        return [
            (chat, block)
            for block in blocks
            if (chat := self._chats.get(block.document_id)) and block.id in chat.blocks
        ]

    def home_of(self, call: Call) -> tuple[ChatSession, Block] | None:
        """Return a block that shows the call, and its chat; prefer a chat that shows the conversation."""
        shown = self.shown(call)
        here = [(chat, block) for chat, block in shown if chat.conversation == block.conversation]
        return next(iter(here or shown), None)

    async def visibility_of(self, *calls: Call, seen: bool = False) -> Visibility | None:
        """Return how the pages show the call now; None if that is unknown.

        Of several blocks and several calls, the best visibility counts. With `seen`, only a block that the
        user can see is "plain".
        """
        shown = self.shown(*calls)
        looks = [asyncio.create_task(chat.contents.visibility_of(one, seen=seen)) for chat, one in shown]
        found: list[Visibility | None] = []
        try:
            for look in asyncio.as_completed(looks):
                found.append(await look)
                if found[-1] == VISIBILITIES[0]:  # no page that hangs is waited for any more
                    break
        finally:
            for look in looks:
                look.cancel()
        return next((each for each in VISIBILITIES if each in found), None)

    async def expected(self, calls: Sequence[Call]) -> list[Call]:
        """Return the calls with a block that the user may see now: one question to each page."""
        shown = {call.id: self.shown(call, *call.possible_duplicates) for call in calls}
        blocks: dict[ChatSession, set[str]] = {}
        for chat, block in chain.from_iterable(shown.values()):
            blocks.setdefault(chat, set()).add(block.id)
        answers = await asyncio.gather(
            *(chat.contents.expected(sorted(asked)) for chat, asked in blocks.items())
        )
        found = set(chain.from_iterable(answers))
        return [call for call in calls if any(block.id in found for _, block in shown[call.id])]

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return the relation of the block to each other block of its document that shows an equal call."""
        chat = self._chats.get(block.document_id)
        return await chat.contents.relations_of(block, others) if chat else ["unsure"] * len(others)

    async def title_of(self, call: Call) -> str:
        """Return the present title of a page that shows the call; "" if no page does."""
        shown = self.shown(call)
        if not shown:
            return ""
        document = shown[0][0].document
        try:
            async with asyncio.timeout(PATIENCE):
                return await document.page_title()
        except TimeoutError:
            return document.title

    def highlighter(self, call: Call) -> Highlight:
        """Return a function that outlines targets for some seconds in a page that then shows the call."""

        async def highlight(marks: Sequence[OutlineTarget], seconds: float) -> list[str]:
            shown = self.shown(call)
            spots = [Spot(text=mark.text[:400], box=mark.box, label=mark.label[:400]) for mark in marks]
            try:
                async with asyncio.timeout(PATIENCE):
                    wanted = Outline(spots=spots, seconds=seconds)
                    return list(await PageApi(shown[0][0].document).outline(wanted))
            except (IndexError, PlaywrightError, TimeoutError):
                return [NO_ANSWER] * len(spots)

        return highlight

    def _status_changed(self, event: StatusChanged) -> None:
        for block in event.blocks:
            chat = self._chats.get(block.document_id)
            if chat:
                chat.draw(block)
                chat.publish(event.call.status, block)

    def _details_changed(self, event: DetailsChanged) -> None:
        for chat, block in self.shown(event.call):
            chat.draw(block)
