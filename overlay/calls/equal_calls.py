"""Asks the page whether a block shows an equal call a second time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from observers.protocol import Relation
from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import RelationsAsked, RelationsFound
from overlay.calls.pages import Pages

RecordedRelations = Callable[[Call, int], Awaitable[list[Relation]]]
"""Returns the relations of a call to a number of others, as a page told them when it was recorded."""


class EqualCalls:
    """Asks the pages of one run. `recorded` answers in place of the pages."""

    def __init__(self, pages: Pages, events: EventStream, recorded: RecordedRelations | None = None) -> None:
        self._pages = pages
        self._events = events
        self._recorded = recorded

    async def relations_of(self, call: Call, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return the relation of `block`, which shows `call`, to each of `others` with equal calls."""
        self._events.publish(RelationsAsked(call))
        if self._recorded:
            found = await self._recorded(call, len(others))
        else:
            found = await self._pages.relations_of(block, others)
        self._events.publish(RelationsFound(call, found))
        return found
