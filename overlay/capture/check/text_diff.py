"""Compares texts and shows the differences with some context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from overlay.capture.check.model import DiffLine, Mark

WIDTH = 100
CONTEXT = 2
MOST = 40
"""Maximum number of lines of a diff."""
HARD = 1500
"""Maximum number of lines on a side to match; the matching takes quadratic time."""


def middle(text: str, limit: int = WIDTH) -> str:
    """Return `text`; if longer than `limit` characters, its middle is replaced by the number of
    characters.
    """
    if len(text) <= limit:
        return text
    gone = f" … {len(text) - limit} more … "
    keep = max(limit - len(gone), 2)
    return f"{text[: (keep + 1) // 2]}{gone}{text[-(keep // 2) :]}"


def around(expected: str, got: str, limit: int = WIDTH) -> tuple[str, str]:
    """Return both texts, cut to `limit` characters around their first difference."""
    at = len(common_start(expected, got))
    start = max(0, at - limit // 3) if max(len(expected), len(got)) > limit else 0

    def cut(text: str) -> str:
        part = text[start : start + limit]
        return ("…" if start else "") + part + ("…" if start + limit < len(text) else "")

    return cut(expected), cut(got)


def common_start(one: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """Return the common prefix of two texts or two lists of lines."""
    end = min(len(one), len(other))
    at = next((place for place in range(end) if one[place] != other[place]), end)
    return one[:at]


def lines(expected: Sequence[str], got: Sequence[str], *, context: int = CONTEXT) -> list[DiffLine]:
    """Return the diff of two lists of lines: at most MOST lines, each shortened."""
    found: list[DiffLine] = list(_changes(expected, got, context))
    if len(found) > MOST:
        left = len(found) - MOST
        found = [*found[:MOST], ("…", f"{left} more lines")]
    return [(mark, middle(text, 2 * WIDTH)) for mark, text in found]


def _changes(expected: Sequence[str], got: Sequence[str], context: int) -> Iterator[DiffLine]:
    start = len(common_start(expected, got))
    ends = common_start(list(reversed(expected[start:])), list(reversed(got[start:])))
    before = max(start - context, 0)
    end_expected, end_got = len(expected) - len(ends), len(got) - len(ends)
    if before:
        yield "…", _same(before)
    for text in expected[before:start]:
        yield " ", text
    yield from _inner(expected[start:end_expected], got[start:end_got], context)
    for text in expected[end_expected : end_expected + context]:
        yield " ", text
    if len(ends) > context:
        yield "…", _same(len(ends) - context)


def _inner(expected: Sequence[str], got: Sequence[str], context: int) -> Iterator[DiffLine]:
    if max(len(expected), len(got)) > HARD:
        yield from _all("-", expected[: MOST // 2])
        yield from _all("+", got[: MOST // 2])
        yield "…", f"{max(len(expected), len(got)) - MOST // 2} more lines, too many to match"
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, expected, got, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _all("-", expected[i1:i2])
            yield from _all("+", got[j1:j2])
        elif i2 - i1 <= 2 * context + 1:
            yield from _all(" ", expected[i1:i2])
        else:
            yield from _all(" ", expected[i1 : i1 + context])
            yield "…", _same(i2 - i1 - 2 * context)
            yield from _all(" ", expected[i2 - context : i2])


def _all(mark: Mark, texts: Sequence[str]) -> Iterator[DiffLine]:
    for text in texts:
        yield mark, text


def _same(number: int) -> str:
    return f"{number} same line{'s' if number > 1 else ''}"


def pieces(expected: str, got: str) -> tuple[list[tuple[bool, str]], list[tuple[bool, str]]]:
    """Split both texts into (differs, text) by words; a text with little in common is one piece."""
    one, other = _words(expected), _words(got)
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if max(len(one), len(other)) > HARD or matcher.ratio() < 0.3:
        return [(True, expected)], [(True, got)]
    left: list[tuple[bool, str]] = []
    right: list[tuple[bool, str]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if i2 > i1:
            left.append((tag != "equal", "".join(one[i1:i2])))
        if j2 > j1:
            right.append((tag != "equal", "".join(other[j1:j2])))
    return left, right


def _words(text: str) -> list[str]:
    words: list[str] = []
    kind = ""
    for character in text:
        now = "w" if character.isalnum() or character == "_" else "s" if character.isspace() else character
        if now == kind and now in "ws":
            words[-1] += character
        else:
            words.append(character)
        kind = now
    return words
