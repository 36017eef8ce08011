"""Masks a call that was not finished. Nothing marks where it ends, so all that follows it may be prose.

What stays is what detection needs to find a call of the same tool at the same place: its marks and the tool's
name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from overlay.detection.model import ToolCall

_PIECES = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)|[^\W_]+", re.DOTALL)
"""The parts of a text that are kept or masked as a whole: words, and escapes of JSON."""
_LETTER_ESCAPE = r"\u0078"
"""The escape of the letter `x`."""
_LITERALS = frozenset(("true", "false", "null", "True", "False", "None"))
"""Words that are never masked: without them JSON can't be read."""
_DIGIT = re.compile(r"\d")
MOST_READINGS = 100
"""How many times a text is read at most to find out what has to stay."""
BEFORE = 100
"""Characters before a call in which its marks may begin, such as the label of its code block."""

Detect = Callable[[str], Sequence[ToolCall]]


@dataclass(frozen=True, slots=True)
class UnfinishedCall:
    """The part of a text with a call that was not finished."""

    raw: str
    """The part, from the marks before the call to the end of the text or to the next call."""
    shown: str
    """What the recording has in its place, of the same length."""


def unfinished_calls(
    text: str, reads: Sequence[Detect], masked: Callable[[str], str], word: Callable[[str], str]
) -> Iterator[UnfinishedCall]:
    """Yield the masked form of each call in `text` that is not complete.

    `reads` return the calls of a text, each in another place of a page. `masked` returns what the
    recording has for a text without such calls, `word` filler for a word.
    """
    calls = [call for read in reads for call in read(text)]
    starts = sorted({call.span[0] for call in calls})
    for start in sorted({call.span[0] for call in calls if not call.complete}):
        ends = [call.span[1] for call in calls if call.span[0] < start]
        line = text.rfind("\n", 0, max(text.rfind("\n", 0, start), 0)) + 1
        begin = max([line, start - BEFORE, *(end for end in ends if end <= start)])
        end = next((other for other in starts if other > start), len(text))
        parts = masked(text[:begin]), text[begin:end], masked(text[end:])
        yield UnfinishedCall(parts[1], _Probe(text, parts, start, reads, word).shown())


class _Probe:
    """Finds out which words of a part have to stay, by reading the text with others masked."""

    def __init__(
        self,
        text: str,
        parts: tuple[str, str, str],
        start: int,
        reads: Sequence[Detect],
        word: Callable[[str], str],
    ) -> None:
        self._parts = parts
        self._start = start
        self._reads = reads
        self._word = word
        self._left = MOST_READINGS
        self._shown = list(parts[1])
        self._wanted = self._found(text)

    def shown(self) -> str:
        """Return the part with most words masked; with all of them if the rest can't be found out."""
        pieces = [one for one in _PIECES.finditer(self._parts[1]) if one[0] not in _LITERALS]
        if self._found(self._whole()) != self._wanted:
            return self._all_masked(pieces)
        needed = self._needed(pieces)
        if not self._hide(pieces[needed:]):
            return self._all_masked(pieces)
        self._hide_most(pieces[:needed])
        return "".join(self._shown) if self._left else self._all_masked(pieces)

    def _needed(self, pieces: list[re.Match[str]]) -> int:
        """Return after how many pieces the tool's name is known: all that follow can be masked."""
        low, high = 0, len(pieces)
        while low < high and self._left:
            middle = (low + high) // 2
            if self._hide(pieces[middle:]):
                self._show(pieces[middle:])
                high = middle
            else:
                low = middle + 1
        return high

    def _hide_most(self, pieces: list[re.Match[str]]) -> None:
        if not pieces or not self._left or self._hide(pieces) or len(pieces) == 1:
            return
        half = len(pieces) // 2
        self._hide_most(pieces[:half])
        self._hide_most(pieces[half:])

    def _hide(self, pieces: list[re.Match[str]]) -> bool:
        """Mask these pieces if the same calls are found without them; return whether they are."""
        for piece in pieces:
            self._shown[slice(*piece.span())] = self._filler(piece[0])
        self._left = max(self._left - 1, 0)
        if self._found(self._whole()) == self._wanted:
            return True
        self._show(pieces)
        return False

    def _show(self, pieces: list[re.Match[str]]) -> None:
        for piece in pieces:
            self._shown[slice(*piece.span())] = piece[0]

    def _all_masked(self, pieces: list[re.Match[str]]) -> str:
        for piece in pieces:
            self._shown[slice(*piece.span())] = self._filler(piece[0])
        return "".join(self._shown)

    def _whole(self) -> str:
        return "".join((self._parts[0], *self._shown, self._parts[2]))

    def _found(self, text: str) -> list[list[tuple[object, ...]]]:
        return [
            [
                (call.span[0], call.name, call.format, call.complete, bool(call.error))
                for call in read(text)
                if call.span[0] == self._start
            ]
            for read in self._reads
        ]

    def _filler(self, piece: str) -> str:
        if piece.startswith("\\"):
            return _LETTER_ESCAPE if len(piece) == len(_LETTER_ESCAPE) else piece
        # JSON has no numbers that begin with 0.
        return _DIGIT.sub("1", self._word(piece)) if piece.isascii() else self._word(piece)
