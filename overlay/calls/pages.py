"""The questions that calls ask the pages that show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from observers.protocol import Relation
from overlay.calls.block_context import Visibility
from overlay.calls.call import Block, Call
from overlay.tools.context import Highlight


class Pages(Protocol):
    """The pages of a run; implemented in overlay.chat.open_chats."""

    async def visibility_of(self, *calls: Call, seen: bool = False) -> Visibility | None:
        """Return how the pages show the call now, the most visible of its blocks; None if unknown.

        With several calls, the most visible block of all of them counts. With `seen`, only a block that the
        user can see is "plain".
        """
        ...

    async def expected(self, calls: Sequence[Call]) -> list[Call]:
        """Return the calls with a block that the user may see now, without a close look at each."""
        ...

    async def relations_of(self, block: Block, others: Sequence[Block]) -> list[Relation]:
        """Return the relation of the block to each of `others`, which show equal calls in its document."""
        ...

    async def title_of(self, call: Call) -> str:
        """Return the current title of a page that shows the call, "" if no page does."""
        ...

    def highlighter(self, call: Call) -> Highlight:
        """Return a function that outlines elements for some seconds, in a page that shows the call then."""
        ...
