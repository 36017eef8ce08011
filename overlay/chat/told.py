"""What a chat tells of its blocks, and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from observers.protocol import Press
from overlay.calls.call import Block
from overlay.chat.unit_reader import Reader

if TYPE_CHECKING:
    from overlay.chat.session import Chat


class Desk(Protocol):
    """What a chat tells of its blocks."""

    def found(self, chat: Chat, block: Block) -> None:
        """A block was added."""

    def named(self, chat: Chat, block: Block) -> None:
        """Its name or its id became known."""

    def closed(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The text of a call is over: `block.call` says what it is."""

    def grown(self, chat: Chat, block: Block, reader: Reader) -> None:
        """The block's call was over at first sight, but its message turns out to be one that is being
        written.
        """

    def rewritten(self, chat: Chat, block: Block) -> None:
        """The page took back what the block showed; it is read anew."""

    def gone(self, chat: Chat, block: Block, *, withdrawn: bool) -> None:
        """The block left the page, or was no call."""

    def pressed(self, chat: Chat, block: Block, press: Press) -> None:
        """Someone pressed a button of it, as the page's side says."""

    def returned(self, chat: Chat, block: Block) -> None:
        """The block's result stands in the composer."""

    def noted(self, chat: Chat, block: Block) -> None:
        """Something was noted on the block, which may have left meanwhile."""

    def quiet(self, chat: Chat) -> None:
        """The site's answer is over."""

    def shown(self, conversation: str) -> None:
        """A page shows the conversation of that address."""

    def has_seen(self, chat: Chat, conversation: str) -> bool:
        """Whether the conversation was on show before, in this run or one that is written down."""
        ...

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address, it seems."""

    def confirmed(self, before: str) -> None:
        """It has it for good."""

    def unnamed(self, before: str, after: str) -> None:
        """It was another conversation's address."""

    def left(self, before: str, after: str) -> None:
        """Another conversation took the place of one without an address, or so it may be."""
