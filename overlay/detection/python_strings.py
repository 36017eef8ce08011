"""Finds the end of a Python string that may contain raw line breaks and quotes of its own kind.

Models print `command='sed -n '1,5p' x'`: a quote ends a string only if the text after it continues the call:
`, key=`, a closing bracket before the end of the call, or the next item.
"""

from __future__ import annotations

import re

from .stream_buffer import NotACall, Parser, StreamBuffer

_NOT_WORD = re.compile(r"[^\w.]")
_LONGEST_WORD = 64
_CONSTANTS = ("True", "False", "None", "true", "false", "null")
_BRACKETS = ")]}"


def closes(s: StreamBuffer, *, keyword: bool = False) -> Parser[bool]:
    """Return whether the quote right before the current position ends its string; consume nothing.

    `keyword`: the string is the value of a keyword argument, so only another such argument can follow.
    """
    start = s.at
    found = yield from _goes_on(s, keyword)
    s.rewind(start)
    return found


def _goes_on(s: StreamBuffer, keyword: bool) -> Parser[bool]:
    char = yield from s.space()
    if char in ("", "#") or (char == ":" and not keyword):
        return True
    if char == ",":
        s.pos += 1
        return (yield from _next_item(s, keyword))
    return char in _BRACKETS and (yield from _brackets(s))


def _next_item(s: StreamBuffer, keyword: bool) -> Parser[bool]:
    """Return whether a value, a name with `=` or the end follows a comma."""
    char = yield from s.space()
    if not (char.isalpha() or char == "_"):
        if keyword:
            return char in ("", "#", ")", "*")
        return char == "" or char in "\"'[{(-#" or char in _BRACKETS or char.isdigit()
    word = yield from _word(s)
    if (yield from s.space()) == "=":
        return True
    return word in _CONSTANTS and not keyword


def _brackets(s: StreamBuffer) -> Parser[bool]:
    """Return whether the call, or its list, ends or continues after the closing brackets that begin here."""
    while (char := (yield from s.peek(1))) and char in _BRACKETS:
        s.pos += 1
        if char == "]":
            return True
        while (yield from s.peek(1)) in (" ", "\t"):
            s.pos += 1
    if char in ("", "\n", "\r", ",", ";", "<", "`", "#", ":"):
        return True
    return bool((yield from _word(s))) and (yield from s.peek(1)) == "("


def _word(s: StreamBuffer) -> Parser[str]:
    start = s.at
    try:
        yield from s.until(_NOT_WORD, start + _LONGEST_WORD)
    except NotACall:
        return ""
    return s.slice(start, s.at)
