"""Finds the words that make a text before a call announce an example. A call in an example never runs.

A minimal recording keeps these words: without them its replay would find a call where the page had none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache

from overlay.detection import openers
from overlay.detection.announcements import LOOK_BACK, announces_example, connects_examples
from overlay.detection.surroundings import OBJECT

Span = tuple[int, int]
Lines = dict[tuple[str, ...], list[Span]]
"""For each line with such words: its words in lower case, and the (start, end) of each that stays."""

# Some languages have no spaces between words: each of their characters counts as a word.
_ALONE = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_ALONE}]|[^\W\d_{_ALONE}]+")
_LINE = re.compile(f"[^\n{OBJECT}]+")
_BLOCK_END = re.compile(f"[}}>`{OBJECT}]")
MOST_PLACES = 1000
"""In each text, at most this many places where a call may begin are looked at."""
MOST_LINES = 200
"""In each text, at most this many lines keep such words."""
PASSES = 3


def find_announcing_words(
    text: str, gaps: Sequence[Span], lines: Lines, masked: Callable[[str], str]
) -> None:
    """Add to `lines` the lines of `text` with such words.

    `gaps` are the parts of the text outside of calls. `masked` returns the text as the recording has it with
    `lines`.
    """
    # A word that stays for one call may change how the text before another one is judged.
    for _ in range(PASSES):
        shown = masked(text)
        changed = False
        for at in _places_of_calls(text):
            begin = max(0, at - LOOK_BACK)
            if _judged(shown[begin:at]) == _judged(text[begin:at]):
                continue
            if len(lines) < MOST_LINES and _Search(text, shown, begin, at).add_to(lines, gaps):
                shown = masked(text)
                changed = True
        if not changed:
            return


def lines_in(text: str, begin: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """Yield the lines in a part of a text, which a code block ends too."""
    yield from _LINE.finditer(text, begin, len(text) if end is None else end)


def shown_line(line: str, filler: str, lines: Lines, *, grows: bool) -> str:
    """Return `filler`, which is as long as `line`, with the parts of the line's words that stay.

    `grows`: the line may be the beginning of one that was written to its end later.
    """
    found = [*_WORD.finditer(line)]
    words = tuple(word[0].lower() for word in found)
    for part, (start, end) in zip(found, _parts(words, lines, grows=grows), strict=False):
        first, last = part.start() + start, min(part.start() + end, part.end())
        if first < last:
            filler = f"{filler[:first]}{line[first:last]}{filler[last:]}"
    return filler


def _parts(words: tuple[str, ...], lines: Lines, *, grows: bool) -> list[Span]:
    if words in lines or not grows or not words:
        return lines.get(words, [])
    *whole, last = words
    for known, parts in lines.items():
        if [*known[: len(whole)]] == whole and len(known) > len(whole) and known[len(whole)].startswith(last):
            return parts
    return []


class _Search:
    """Finds which words before a place have to stay for the text to be judged as before."""

    def __init__(self, text: str, shown: str, begin: int, at: int) -> None:
        self._text = text
        self._begin = begin
        self._at = at
        self._shown = shown
        self._wanted = _judged(text[begin:at])

    def add_to(self, lines: Lines, gaps: Sequence[Span]) -> bool:
        """Add the words to `lines`; return False if no words make the difference."""
        words = [word.span() for word in _WORD.finditer(self._text, self._begin, self._at)]
        words = [span for span in words if self._text[slice(*span)] != self._shown[slice(*span)]]
        for span in words:
            self._show(span)
        if not self._is_alike():
            return False
        kept = {span: self._trimmed(span) for span in self._needed(words)}
        for gap in gaps:
            for line in lines_in(self._text, *gap):
                if line.start() < self._at and line.end() > self._begin:
                    _keep(line, kept, lines)
        return True

    def _needed(self, words: list[Span]) -> list[Span]:
        for span in words:
            self._hide(span)
        if self._is_alike():
            return []
        for span in words:
            self._show(span)
        if len(words) == 1:
            return words
        half = len(words) // 2
        return [*self._needed(words[:half]), *self._needed(words[half:])]

    def _trimmed(self, span: Span) -> Span:
        """Return the part of a word that is enough: its beginning, its end, or what is between."""
        start, end = span
        while end - start > 1 and self._is_alike_without((end - 1, end)):
            end -= 1
        while end - start > 1 and self._is_alike_without((start, start + 1)):
            start += 1
        return start, end

    def _is_alike_without(self, span: Span) -> bool:
        self._hide(span)
        if self._is_alike():
            return True
        self._show(span)
        return False

    def _is_alike(self) -> bool:
        return _judged(self._shown[self._begin : self._at]) == self._wanted

    def _show(self, span: Span) -> None:
        self._set(span, self._text[slice(*span)])

    def _hide(self, span: Span) -> None:
        self._set(span, "x" * (span[1] - span[0]))

    def _set(self, span: Span, part: str) -> None:
        self._shown = f"{self._shown[: span[0]]}{part}{self._shown[span[1] :]}"


def _keep(line: re.Match[str], kept: dict[Span, Span], lines: Lines) -> None:
    """Add a line to `lines` if some of its words are kept; `kept` has the part that stays of each."""
    found = [*_WORD.finditer(line.string, *line.span())]
    if not any(word.span() in kept for word in found):
        return
    words = tuple(word[0].lower() for word in found)
    parts = lines.setdefault(words, [(0, 0)] * len(words))
    for number, word in enumerate(found):
        if word.span() not in kept:
            continue
        first, last = (place - word.start() for place in kept[word.span()])
        start, end = parts[number]
        parts[number] = (min(start, first), max(end, last)) if start < end else (first, last)


def _places_of_calls(text: str) -> Iterable[int]:
    """Return the places where a call or a code block may begin, and the end of the text."""
    found = [place.start() for place in _openers().finditer(text) if not _is_in_data(text, place.start())]
    return [*found[-MOST_PLACES:], len(text)]


def _is_in_data(text: str, at: int) -> bool:
    """Return whether a bracket is in a list or an object, after one or before a comma."""
    if text[at] not in "{[":
        return False
    before = text[max(0, at - 20) : at].rstrip()
    return before.endswith(("{", "[", ",", '":', "':"))


@cache
def _openers() -> re.Pattern[str]:
    literal = "|".join(re.escape(opener) for opener in sorted(openers(), key=len, reverse=True))
    return re.compile(rf"{literal}|```|~~~|[{{\[{OBJECT}]", re.IGNORECASE)


@lru_cache(2 * MOST_PLACES)
def _judged(before: str) -> tuple[bool, ...]:
    """Return how detection judges the text before a call: it announces an example, or lets one go on."""
    lines = before.rstrip().split("\n")
    ends = ["\n".join(lines[-count:]) for count in (1, 2, 3)]
    return announces_example(before), *map(connects_examples, [*ends, _BLOCK_END.split(before)[-1]])
