"""The text of one unit as detection gets it: which part was read, and where characters are in the page."""

from __future__ import annotations

from dataclasses import dataclass, field

from observers import units
from observers.block_text import BlockStream, Utf16Offsets


@dataclass(slots=True)
class UnitText:
    """The text in `stream`, of which a beginning was given to detection; `kind` is the unit's.

    `kept_back` are line ends at the end of a fence. They are read with the text that follows, since a
    renderer may add and remove its own.
    """

    stream: BlockStream
    kind: str
    kept_back: str = ""
    _read: int = 0
    _read_units: int = 0
    _astral: bool = False
    _whole: str | None = None
    _offsets: Utf16Offsets = field(default_factory=Utf16Offsets)

    def __len__(self) -> int:
        """Return the length in UTF-16 code units."""
        return len(self.stream.text)

    def __str__(self) -> str:
        if self._whole is None:
            self._whole = str(self.stream.text)
        return self._whole

    def changed(self, text: str) -> None:
        """Handle a change of the stream by `text`. From a character above U+FFFF on, offsets differ."""
        self._whole = None
        if not self._astral and text and max(text) > "\uffff":
            self._astral = True
            self._offsets.add(self.stream.text.before(self._read_units))

    def add(self, text: str) -> str:
        """Add text that follows what was read; return what detection reads now."""
        ready = text.rstrip("\n") if self.kind == "fence" else text
        self.kept_back = text[len(ready) :]
        self._read += len(ready)
        if self._astral:
            self._offsets.add(ready)
        self._read_units += units.length(ready) if self._astral else len(ready)
        return ready

    def restart(self, text: str, kind: str) -> str:
        """Begin again with the whole text of a unit of this kind; return what detection reads now."""
        self.kind = kind
        self._read = self._read_units = 0
        self._astral = bool(text) and max(text) > "\uffff"
        self._offsets = Utf16Offsets()
        return self.add(text)

    def end(self) -> str:
        """Return what was kept back: no text follows."""
        rest, self.kept_back = self.kept_back, ""
        return rest

    def is_unread(self, at: int) -> bool:
        """Return whether a change at the UTF-16 offset `at` is after what was read.

        Some renderers end a code block with a line end, and rewrite that line end with each token.
        """
        return not self._astral and at >= self._read_units

    def unread_part(self, text: str) -> str:
        """Return the part of the whole `text` that was not read yet."""
        return text[self._read :]

    def units(self, points: int) -> int:
        """Convert code points to UTF-16 units. They are equal unless a character is above U+FFFF."""
        return self._offsets.units(points) if self._astral else points

    def span(self, points: tuple[int, int]) -> tuple[int, int]:
        """Convert a range of code points to UTF-16 units."""
        return self.units(points[0]), self.units(points[1])
