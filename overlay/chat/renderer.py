"""Draws the blocks of one document, extends their arguments, and removes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from observers.commands import AppendArgument, Command, RemoveBlock, RenderBlock
from observers.protocol import BlockOpened
from overlay.calls.call import Block
from overlay.chat.reader_events import ParamText
from overlay.chat.view import block_view
from overlay.common.clock import REAL_CLOCK


class BlockRenderer:
    """Draws in one document: `post` sends it commands. `now` returns the time in seconds."""

    def __init__(self, post: Callable[[Command], None], now: Callable[[], float] = REAL_CLOCK.now) -> None:
        self._post = post
        self._now = now
        self._later: dict[str, tuple[Block, BlockOpened]] | None = None

    @contextmanager
    def once(self) -> Generator[None]:
        """Collect the calls of `draw` in this context; at its end, draw each block once in its last state."""
        self._later = {}
        try:
            yield
        finally:
            later, self._later = self._later, None
            for block, about in later.values():
                self.draw(block, about)

    def draw(self, block: Block, about: BlockOpened) -> None:
        """Show the present state of the block in the unit `about`."""
        if self._later is not None:
            self._later[block.id] = (block, about)
            return
        view = block_view(block, self._now(), visibility=about.visibility)
        if about.kind == "fence":
            view.language = str(about.language)
        self._post(RenderBlock(block=block.id, unit=block.unit, index=block.index, view=view))

    def append(self, pieces: Iterable[ParamText]) -> None:
        """Extend arguments; the pieces of one argument are sent together."""
        texts: dict[tuple[str, str], list[str]] = defaultdict(list)
        ends: set[tuple[str, str]] = set()
        for piece in pieces:
            texts[piece.block.id, piece.key].append(piece.text)
            if piece.done:
                ends.add((piece.block.id, piece.key))
        for (block, key), parts in texts.items():
            self._post(AppendArgument(block=block, key=key, text="".join(parts), done=(block, key) in ends))

    def clear(self, block: Block) -> None:
        """Remove the drawing of the block; it may be drawn again."""
        self._post(RemoveBlock(block=block.id))

    def drop(self, block: Block) -> None:
        """Remove the block; it is not drawn again."""
        if self._later is not None:
            self._later.pop(block.id, None)
        self.clear(block)
