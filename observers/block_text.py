"""The texts of a document's blocks, kept equal to the page's texts by applying its splices.

JavaScript counts in UTF-16 code units, Python in code points.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

from observers import units
from observers.protocol import BlockOpened, TextDelta

PIECE = 4096


class Utf16Text:
    """Text addressed in UTF-16 code units, as the DOM counts them; lone surrogates are kept."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._width = 1
        """Bytes per unit: 1 while the text is ASCII, as most long texts are."""

    def __len__(self) -> int:
        """Return the length in UTF-16 code units."""
        return len(self._data) // self._width

    def __str__(self) -> str:
        return self.before(len(self))

    def splice(self, at: int, text: str, length: int) -> Literal["appended", "rewritten", "lost"]:
        """Replace everything from unit `at` on by `text`, after which the text has `length` units.

        Returns "lost" if the length differs: a message was lost, and the page must send the whole text again.
        """
        before = len(self._data) // self._width
        if at > before:
            return "lost"
        if self._width == 1 and not text.isascii():
            self._data = bytearray(str(self).encode("utf-16-le"))
            self._width = 2
        del self._data[at * self._width :]
        self._data += text.encode("ascii") if self._width == 1 else text.encode("utf-16-le", "surrogatepass")
        if len(self._data) != length * self._width:
            return "lost"
        return "appended" if at == before else "rewritten"

    def before(self, at: int) -> str:
        """Return the text before unit `at`."""
        return self._decoded(self._data[: at * self._width])

    def after(self, at: int) -> str:
        """Return the text from unit `at` on, in time proportional to its length."""
        return self._decoded(self._data[at * self._width :])

    def _decoded(self, data: bytearray) -> str:
        return data.decode("ascii") if self._width == 1 else data.decode("utf-16-le", "surrogatepass")


class Utf16Offsets:
    """Converts code point offsets of a growing text to UTF-16 offsets; encodes at most one piece a time."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._points: list[int] = [0]
        self._units: list[int] = [0]

    def add(self, text: str) -> None:
        """Append `text`."""
        for start in range(0, len(text), PIECE):
            piece = text[start : start + PIECE]
            self._pieces.append(piece)
            self._points.append(self._points[-1] + len(piece))
            self._units.append(self._units[-1] + units.length(piece))

    def units(self, points: int) -> int:
        """Return the length in UTF-16 units of the first `points` code points."""
        at = max(0, min(bisect_right(self._points, points) - 1, len(self._pieces) - 1))
        if not self._pieces:
            return 0
        return self._units[at] + units.length(self._pieces[at][: points - self._points[at]])


class Utf16Decoder:
    """Joins deltas that split a surrogate pair: keeps the first half until the second arrives."""

    def __init__(self) -> None:
        self._pending = ""

    def feed(self, delta: str) -> str:
        """Return the pending half plus `delta` with surrogate pairs joined, without a trailing first half."""
        text = self._pending + delta
        self._pending = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._pending = text[:-1], text[-1]
        return (
            text
            if text.isascii() or _plain(text)
            else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        )

    def flush(self) -> str:
        """Return the pending first half of a surrogate pair, "" if there is none."""
        text, self._pending = self._pending, ""
        return text


def _plain(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


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
    _decoder: Utf16Decoder = field(default_factory=Utf16Decoder)
    _asked: bool = False

    def apply(self, item: TextDelta) -> Change | None:
        """Apply one splice and return what changed; None for a further mismatch while a resync is under way.

        Raises ValueError when the length does not match after the resync itself.
        """
        spliced = self.text.splice(item.at, item.text, item.length)
        if spliced == "lost":
            if self._asked and item.at == 0:
                raise ValueError(
                    f"block {item.id}: {len(self.text)} units after a resync, {item.length} expected"
                )
            if self._asked:
                return None
            self._asked = True
            return OutOfStep()
        self._asked = self._asked and item.at != 0
        if spliced == "appended":
            return Appended(self._decoder.feed(item.text), item.length)
        self._decoder = Utf16Decoder()
        return Rewritten(self._decoder.feed(str(self.text)), item.length)
