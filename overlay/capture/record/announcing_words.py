"""The words on which it depends whether a text before a call announces an example, which never runs.

A minimal recording keeps them: without them its replay would find a call where the page showed an example.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from overlay.detection import openers
from overlay.detection.announcements import LOOK_BACK, announces_example, connects_examples
from overlay.detection.surroundings import OBJECT

# Chinese and Japanese have no spaces between words: each of their characters counts as a word.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
PASSES = 4
MOST_TEXTS = 500
"""How many texts before a call are searched for such words at most, for each text."""


def announcing_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words, lower case, on which the announcements in `texts` depend; others can be masked."""
    kept: set[str] = set()
    befores = dict.fromkeys(before for text in texts for before in _before_calls(text))
    # A word that is kept for one text may change what another one says.
    for _ in range(PASSES):
        known = len(kept)
        for before in befores:
            if _said(only_words(before, kept)) != _said(before):
                kept |= _needed(before, kept)
        if len(kept) == known:
            break
    return frozenset(kept)


def only_words(text: str, kept: Iterable[str]) -> str:
    """Return the text with `x` for each letter of its words except those in `kept`, which are lower case."""
    return _WORD.sub(lambda found: found[0] if found[0].lower() in kept else "x" * len(found[0]), text)


def words_in(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a text, as they are told apart here."""
    return _WORD.finditer(text)


def _before_calls(text: str) -> Iterator[str]:
    """Yield the text before each place where a call or a code block may begin."""
    line: int | None = None
    found = 0
    for at in [*(opener.start() for opener in _places().finditer(text)), len(text)]:
        begin = text.rfind("\n", 0, at)
        if begin == line and text[at : at + 1] in "{[`":
            continue
        line = begin
        yield text[max(0, at - LOOK_BACK) : at]
        found += 1
        if found == MOST_TEXTS:
            return


@cache
def _places() -> re.Pattern[str]:
    literal = "|".join(re.escape(opener) for opener in sorted(openers(), key=len, reverse=True))
    return re.compile(rf"{literal}|[{{\[`{OBJECT}]", re.IGNORECASE)


def _said(before: str) -> tuple[bool, bool]:
    return announces_example(before), connects_examples(before.rstrip().rpartition("\n")[2])


def _needed(before: str, known: set[str]) -> set[str]:
    """Return the words without which, beside the `known` ones, the text says something else.

    A smaller set of them would not do.
    """
    said = _said(before)
    kept = {found[0].lower() for found in words_in(before)} - known

    def hide(words: list[str]) -> None:
        if _said(only_words(before, kept.difference(words) | known)) == said:
            kept.difference_update(words)
        elif len(words) > 1:
            half = len(words) // 2
            hide(words[:half])
            hide(words[half:])

    hide(sorted(kept))
    return kept
