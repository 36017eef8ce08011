"""Finds the tokens of `token_formats`, and secrets near a key's id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from overlay.common.secrets.token_formats import INNER, WORDS

Span = tuple[int, int]
_WORD = r"[A-Za-z0-9_-]"
_LETTER_OR_DIGIT = "[A-Za-z0-9]"
_DISTINCT = 4
"""Length of a beginning, such as `ghp_`, that is one after `-` and `_` too, as in the name of a class."""


@cache
def _pattern_of(beginning: str, rest: str) -> re.Pattern[str]:
    """Return the pattern of a format; compiling all formats would take longer than most imports."""
    # The fixed beginning comes first in the pattern, so that the search runs at full speed.
    plain = re.escape(beginning)
    before = _LETTER_OR_DIGIT if len(beginning) >= _DISTINCT and not beginning[-1].isalnum() else _WORD
    edges = f"(?<!{before}{plain})|(?<=\\\\[nrt]{plain})|(?<=%[0-9A-Fa-f]{{2}}{plain})"
    return re.compile(f"{plain}(?:{edges})(?:{rest})" if beginning[0].isalnum() else f"{plain}(?:{rest})")


@cache
def _inner_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_SK = re.compile(rf"sk-(?<!{_WORD}sk-)[A-Za-z0-9_-]{{16,300}}")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_AWS_ID = re.compile(r"A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])")
_TWILIO_ID = re.compile(r"AC[a-f0-9]{32}(?![A-Za-z0-9])")
_HEX_32 = re.compile(r"(?<![A-Za-z0-9])[a-f0-9]{32}(?![A-Za-z0-9])")
_BEARER = re.compile(r"bearer[ \t+]{1,4}([A-Za-z0-9._~+/=-]{12,4000})", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_TURN = re.compile(r"\d(?=\D)|\D(?=\d)")
_NEAR = 200
"""Maximum number of characters between an id and its secret."""


def find(text: str) -> Iterator[Span]:
    """Yield the spans of the tokens."""
    for _, beginning, rest in WORDS:
        if beginning in text:
            for found in _pattern_of(beginning, rest).finditer(text):
                if _by_chance(found[0][len(beginning) :]):
                    yield found.span()
    for _, within, pattern in INNER:
        if within in text:
            matches = _inner_pattern(pattern).finditer(text)
            yield from (found.span() for found in matches if _by_chance(found[0]))
    if "sk-" in text:
        yield from (found.span() for found in _SK.finditer(text) if is_random(found[0][3:]))
    if "KIA" in text or "SIA" in text:
        yield from _beside(text, _AWS_ID, _AWS_SECRET)
    if "AC" in text:
        yield from _beside(text, _TWILIO_ID, _HEX_32)
    for found in _BEARER.finditer(text):
        if mixed(found[1]):
            yield found.span(1)


def is_random(text: str) -> bool:
    """Return whether it has a run of 16 or more letters and digits that alternate at least twice."""
    if not _DIGIT.search(text):
        return False
    return any(
        len(part) >= 16 and mixed(part) and turns(part) >= 2 for part in re.split(r"[^A-Za-z0-9]+", text)
    )


def mixed(text: str) -> bool:
    """Return whether it has both letters and digits."""
    return _DIGIT.search(text) is not None and _LETTER.search(text) is not None


def turns(text: str) -> int:
    """Return how often letters and digits alternate."""
    return len(_TURN.findall(text))


def _by_chance(rest: str) -> bool:
    """Return whether the rest of a known format looks random: with a digit, both cases, or only capitals."""
    return any(map(str.isdigit, rest)) or rest.isupper() or (rest.lower() != rest != rest.upper())


def _beside(text: str, name: re.Pattern[str], secret: re.Pattern[str]) -> Iterator[Span]:
    for found in name.finditer(text):
        for start, end in (
            (max(0, found.start() - _NEAR), found.start()),
            (found.end(), found.end() + _NEAR),
        ):
            for other in secret.finditer(text, start, min(len(text), end)):
                if mixed(other[0]):
                    yield other.span()
