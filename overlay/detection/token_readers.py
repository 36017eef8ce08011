"""Small readers shared by formats that are made of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer
from .xml_tags import ahead

_TAG = re.compile("<")
_STOP = re.compile(r"[<\[{\n]")


def skip_to(s: StreamBuffer, literals: Sequence[str]) -> Parser[str | None]:
    """Skip white space; return which of `literals` comes next, None if none does.

    Raises `EndOfInput` at the end of the text.
    """
    if (yield from s.space()) == "":
        raise EndOfInput
    return (yield from ahead(s, literals))


def take(s: StreamBuffer, literals: Sequence[str]) -> Parser[str | None]:
    """Skip white space and consume the one of `literals` that comes next; if none does, consume nothing."""
    start = s.at
    try:
        found = yield from skip_to(s, literals)
    except EndOfInput:
        found = None
    if found is None:
        s.rewind(start)
        return None
    s.pos += len(found)
    return found


def expect(s: StreamBuffer, *literals: str) -> Parser[str]:
    """Consume one of `literals` after white space; return it.

    Raises `NotACall` if other text comes, `EndOfInput` at the end of the text.
    """
    found = yield from skip_to(s, literals)
    if found is None:
        raise NotACall(f"expected {literals[0]}")
    s.pos += len(found)
    return found


def skip_stray(s: StreamBuffer, literal: str, *, longest: int = 200) -> Parser[bool]:
    """Skip words up to `literal`; return whether it comes within `longest` code points and before another
    tag. If not, consume nothing.
    """
    start = s.at
    try:
        yield from s.until(_TAG, start + longest)
        found = yield from ahead(s, (literal,))
    except (EndOfInput, NotACall):
        found = None
    if found is None:
        s.rewind(start)
    return found is not None


def text_to(s: StreamBuffer, literal: str, *, longest: int = 256) -> Parser[str]:
    """Read the text up to `literal`, and consume that too. Raises `NotACall` if it is longer than
    `longest`.
    """
    first = re.compile(re.escape(literal[0]))
    start = s.at
    while True:
        yield from s.until(first, start + longest + 1)
        if (yield from ahead(s, (literal,))):
            text = s.slice(start, s.at)
            s.pos += len(literal)
            return text
        s.pos += 1


def preceding(s: StreamBuffer, size: int) -> str:
    """Return the last `size` code points before the current position."""
    if s.pos >= size:
        return s.buf[s.pos - size : s.pos]
    return s.slice(max(s.at - size, -1), s.at)


def word_to_mark(s: StreamBuffer, *, longest: int = 256) -> Parser[str]:
    """Read a bare name: the text up to `<`, `[`, `{` or a line break. Raises `NotACall` if it is too long."""
    start = s.at
    yield from s.until(_STOP, start + longest + 1)
    return s.slice(start, s.at)
