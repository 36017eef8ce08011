"""Reads strict JSON (RFC 8259) that is complete in the buffer, with the standard library's parser.

Other JSON (cut off, or not quite valid) is left to `json_stream`, which reads it token by token with the same
result.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from json import JSONDecodeError, JSONDecoder, decoder
from typing import Any, NamedTuple


class Member(NamedTuple):
    """A member of an object, and the (start, end) of its value."""

    key: str
    value: Any
    start: int
    end: int


Pairs = tuple[tuple[str, Any], ...]
# For an error, the parser counts the lines before it, so it gets only a part of the text: a small part first.
_PARTS = (2048, 65_536, 1 << 40)
_LONGEST_TOKEN = 16  # of tokens that aren't strings, including numbers of a usual length

_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_FIRST_KEY = re.compile(r'\{[ \t\n\r]*+(?:\}|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"[ \t\n\r]*+:)')
_KEY = re.compile(r'[ \t\n\r]*+[{,][ \t\n\r]*("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\n\r]*:[ \t\n\r]*')
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_Scanner = Callable[[str, int], tuple[Any, int]]


def _scanner(decoder: Any) -> _Scanner:
    return decoder.scan_once


_decoded: Callable[[str, int], tuple[str, int]] = getattr(decoder, "scanstring")  # noqa: B009 - it has no types
_values = _scanner(JSONDecoder())
_pairs = _scanner(JSONDecoder(object_pairs_hook=tuple))  # lists stay lists, so they differ from objects


def string_at(buf: str, pos: int) -> tuple[str, int] | None:
    """Return the text of the string whose opening quote is at `pos`, and its end.

    Returns None if there is no complete string, or if it has a lone surrogate in it.
    """
    found = _STRING.match(buf, pos)
    if found is None:
        return None
    end = found.end()
    text = buf[pos + 1 : end - 1]
    if "\\" in text:
        text = _decoded(buf, pos + 1)[0]
        if _SURROGATE.search(text):
            return None
    return text, end


def pairs_at(buf: str, pos: int) -> tuple[Pairs, int] | None:
    """Return the members of the object at `pos` in order, and its end; None if it isn't strict or complete.

    An object inside it is a tuple of members too.
    """
    return _read(_pairs, buf, pos) if _FIRST_KEY.match(buf, pos) else None


def end_of(buf: str, pos: int) -> int | None:
    """Return the end of the list or object at `pos`; None if it isn't strict or complete."""
    found = _read(_pairs, buf, pos)
    return found[1] if found else None


def _read(scan: _Scanner, buf: str, pos: int) -> tuple[Any, int] | None:
    for size in _PARTS:
        part = buf[pos : pos + size]
        try:
            found, end = scan(part, 0)
        except StopIteration as stop:
            at = stop.value
        except JSONDecodeError as problem:
            at = len(part) if problem.msg.startswith("Unterminated string") else problem.pos
        except (ValueError, RecursionError):  # a number is too long, or the nesting is too deep
            return None
        else:
            return found, pos + end
        if at < len(part) - _LONGEST_TOKEN or pos + size >= len(buf):
            return None
    return None


def members_at(buf: str, pos: int) -> list[Member]:
    """Return the members of the strict, complete object at `pos`."""
    found: list[Member] = []
    while key := _KEY.match(buf, pos):
        name = key[1][1:-1]
        if "\\" in name:
            name = _decoded(buf, key.start(1) + 1)[0]
        value, end = _values(buf, key.end())
        found.append(Member(name, value, key.end(), end))
        pos = end
    return found
