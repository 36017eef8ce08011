"""What calls ask of the pages that show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from observers.protocol import Context, Relation
from overlay.calls.call import Block, Call
from overlay.tools.context import Highlight


class Pages(Protocol):
    """The pages of a run; see overlay.chat.open_chats."""

    async def context_of(self, *calls: Call) -> Context | None:
        """Return how the pages show the call now, at its best; None where that can't be told.

        Of several calls each may be the one that is meant.
        """
        ...

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return what the block is to each of the others, which show equal calls in the same document."""
        ...

    async def title_of(self, call: Call) -> str:
        """Return the title, as it is now, of a page that shows the call, "" if none does."""
        ...

    def highlighter(self, call: Call) -> Highlight:
        """Return what outlines marks for some seconds in a page that shows the call at that time."""
        ...
