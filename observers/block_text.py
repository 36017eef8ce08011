"""The texts of a document's blocks, kept equal to the page's by splices."""

from __future__ import annotations

from dataclasses import dataclass, field

from observers.protocol import BlockOpened, TextDelta
from observers.utf16 import Utf16Decoder, Utf16Text


@dataclass(frozen=True, slots=True)
class Appended:
    """`text` (whole code points) came at the end; `units` is the new length in UTF-16 units."""

    text: str
    units: int


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Something before the end changed: `text` is the whole, anew."""

    text: str
    units: int


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """The page's text and ours differ: everything is to be sent again."""


Change = Appended | Rewritten | OutOfStep


@dataclass(slots=True)
class BlockStream:
    """One block's text. A mismatch of length asks for a resync once; a second one in a row is an error."""

    about: BlockOpened
    text: Utf16Text = field(default_factory=Utf16Text)
    growths: int = 0
    _decoder: Utf16Decoder = field(default_factory=Utf16Decoder)
    _asked: bool = False

    def apply(self, item: TextDelta) -> Change | None:
        """Take one splice; None when there is nothing to do (a further mismatch while a resync is under way).

        Raises ValueError when the resync itself does not fit.
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
