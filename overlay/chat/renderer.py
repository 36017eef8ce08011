"""Puts blocks into one document: draws them, lets their arguments grow, and takes them away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from observers.protocol import AppendArgument, BlockOpened, Command, RemoveBlock, RenderBlock
from overlay.calls.call import Block
from overlay.chat.reader_events import ParamText
from overlay.chat.view import block_view


class BlockRenderer:
    """Of one document; `post` takes the commands for it."""

    def __init__(self, post: Callable[[Command], None]) -> None:
        self._post = post
        self._later: dict[str, tuple[Block, BlockOpened, str]] | None = None

    @contextmanager
    def once(self) -> Generator[None]:
        """However often a block is drawn meanwhile, it is drawn once, at the end, as it stands then."""
        self._later = {}
        try:
            yield
        finally:
            later, self._later = self._later, None
            for block, about, progress in later.values():
                self.draw(block, about, progress=progress)

    def draw(self, block: Block, about: BlockOpened, *, progress: str = "") -> None:
        """Show the block as it stands now, in the unit `about`."""
        if self._later is not None:
            self._later[block.id] = (block, about, progress)
            return
        look = block_view(block, progress=progress)
        if about.kind == "fence":
            look.language = str(about.language)
        self._post(RenderBlock(block=block.id, unit=block.unit, index=block.index, look=look))

    def append(self, pieces: Iterable[ParamText]) -> None:
        """Let arguments grow; what one argument got is sent together."""
        texts: dict[tuple[str, str], list[str]] = defaultdict(list)
        ends: set[tuple[str, str]] = set()
        for piece in pieces:
            texts[piece.block.id, piece.key].append(piece.text)
            if piece.done:
                ends.add((piece.block.id, piece.key))
        for (block, key), parts in texts.items():
            self._post(AppendArgument(block=block, key=key, text="".join(parts), done=(block, key) in ends))

    def clear(self, block: Block) -> None:
        """Take away what is drawn of the block; it may be drawn again."""
        self._post(RemoveBlock(block=block.id))

    def drop(self, block: Block) -> None:
        """Take the block away for good."""
        if self._later is not None:
            self._later.pop(block.id, None)
        self.clear(block)
