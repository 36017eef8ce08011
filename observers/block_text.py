"""The texts of a document's blocks, kept equal to the page's texts by applying its splices."""

from __future__ import annotations

from dataclasses import dataclass, field

from observers.protocol import BlockOpened, TextDelta
from observers.utf16 import Utf16Decoder, Utf16Text


@dataclass(frozen=True, slots=True)
class Appended:
    """`text` (whole code points) was added at the end; `units` is the new length in UTF-16 units."""

    text: str
    units: int


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Something before the end changed: `text` is the whole new text, `units` its length in UTF-16 units."""

    text: str
    units: int


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """The page's text and Python's text differ: the page must send the whole text again."""


Change = Appended | Rewritten | OutOfStep


@dataclass(slots=True)
class BlockStream:
    """One block's text. The first length mismatch asks for a resync; a mismatch in the resync is an error."""

    about: BlockOpened
    text: Utf16Text = field(default_factory=Utf16Text)
    growths: int = 0
    _decoder: Utf16Decoder = field(default_factory=Utf16Decoder)
    _asked: bool = False

    def apply(self, item: TextDelta) -> Change | None:
        """Apply one splice and return what changed; None for a further mismatch while a resync is under way.

        Raises ValueError when the length does not match after the resync itself.
        """
        appends = item.at == len(self.text)
        if not self.text.splice(item.at, item.text, item.length):
            if self._asked and item.at == 0:
                raise ValueError(
                    f"block {item.id}: {len(self.text)} units after a resync, {item.length} expected"
                )
            if self._asked:
                return None
            self._asked = True
            return OutOfStep()
        self._asked = self._asked and item.at != 0
        self.growths += 1
        if appends:
            return Appended(self._decoder.feed(item.text), item.length)
        self._decoder = Utf16Decoder()
        return Rewritten(self._decoder.feed(str(self.text)), item.length)
