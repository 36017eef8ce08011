"""Shows the texts for the model before they are sent, and inserts them as the user edited them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from overlay.calls.call import Call
from overlay.calls.result_text import FramedText, Review
from overlay.common.language import mark
from overlay.common.terminal_text import PROSE, visible
from overlay.ui.panel.messages import InsertReviewed
from overlay.ui.panel.state import PanelState, ReviewPart, ReviewShown

NOT_THERE = mark("Its chat is not open any more, so there is nothing to review.")
SPLIT = "\u200b"
"""The character that overlay inserts into a result so that no part of it is read as a call."""


class Reviewer(Protocol):
    """Makes and inserts reviews; see overlay.chat.result_review."""

    def look(self, call: Call) -> Review | None: ...

    async def insert(
        self, call: Call, seen: Review, texts: Mapping[str, str | None], *, submit: bool
    ) -> str: ...


class Reviews:
    """The reviews that are open in the window; `show(state)` sends one to it."""

    def __init__(self, reviewer: Reviewer, show: Callable[[PanelState], Awaitable[None]]) -> None:
        self._reviewer = reviewer
        self._show = show
        self._open: dict[str, Review] = {}

    async def open(self, call: Call) -> str:
        """Show the texts that are sent with the result of `call`. Return "", or one line if it can't."""
        review = self._reviewer.look(call)
        if review is None:
            return NOT_THERE
        self._open[call.id] = review
        await self._show(PanelState(review=_shown(call, review)))
        return ""

    async def insert(self, call: Call, message: InsertReviewed) -> str:
        """Insert the results that the user chose; return one line about the outcome."""
        seen = self._open.get(call.id)
        if seen is None:
            return await self.open(call)
        texts = {part.id: part.text for part in message.parts}
        line = await self._reviewer.insert(call, seen, texts, submit=message.submit)
        if any(each.inserted for each in seen.parts if each.id in texts):
            self._open.pop(call.id, None)
            await self._show(PanelState(reviewed=call.id))
        elif self._reviewer.look(call) != seen:
            await self.open(call)
        return line


def _shown(call: Call, review: Review) -> ReviewShown:
    parts = [_part(each, text) for each, text in review.parts.items()]
    return ReviewShown(id=call.id, parts=parts, news=review.news)


def _part(call: Call, text: FramedText) -> ReviewPart:
    plain = text.body.replace(SPLIT, "")
    return ReviewPart(
        id=call.id,
        name=visible(call.name),
        head=text.head,
        body=text.body,
        tail=text.tail,
        unseen=visible(plain, keep=PROSE) != plain,
        pictures=len(call.outcome.pictures) if call.outcome else 0,
    )
