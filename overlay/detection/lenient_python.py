"""Reads calls in nearly-Python, where `ast` fails because of quotes or line breaks inside strings.

It reads literals only, as `overlay.detection.python_calls` does, and evaluates nothing. Such calls are
`repaired`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from .python_strings import closes
from .stream_buffer import NotACall, StreamBuffer

_NAME = re.compile(r"[A-Za-z_][\w.]*")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*)?\.?\d+(?:[eE][-+]?\d+)?")
_SPACE = re.compile(r"(?:\s+|#[^\n]*)*")
_KEY = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)\s*")
_CALL = re.compile(r"\s*[A-Za-z_][\w.]*\(")
_DRIVE = re.compile(r"""["'](?:[A-Za-z]:\\|\\\\)(?=\w)""")  # begins a Windows path
_PREFIX = re.compile(r"[rRuU](?=[\"'])")
_PLAIN = re.compile(r"[^\\\"']+")
_WORDS = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
_CLOSERS = {"[": "]", "(": ")"}
_DEEPEST = 100


@dataclass(frozen=True)
class Call:
    """A call's dotted name, its keyword and positional arguments, and its (start, end) in the text."""

    name: str
    named: dict[str, Any]
    placed: list[Any]
    span: tuple[int, int]


class Mender:
    """Reads the calls in `text`: a list of them, or one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._source = StreamBuffer()
        self._source.push(text)
        self._source.eof = True
        self._pos = 0

    def calls(self) -> list[Call]:
        """Return the calls. Raises `NotACall` if the text is anything else."""
        found: list[Call] = []
        listed = self._char() == "["
        self._pos += listed
        while (char := self._char()) and char != "]":
            found.append(self._call())
            if self._char() and self._char() in ",;":
                self._pos += 1
        if listed:
            if char != "]":
                raise NotACall("the list isn't closed")
            self._pos += 1
        if self._char():
            raise NotACall("text behind the calls")
        return found

    def _char(self) -> str:
        found = _SPACE.match(self._text, self._pos)
        self._pos = found.end() if found else self._pos
        return self._text[self._pos : self._pos + 1]

    def _take(self, char: str) -> None:
        if self._char() != char:
            raise NotACall(f"expected {char!r}")
        self._pos += 1

    def _call(self) -> Call:
        name = _NAME.match(self._text, self._pos)
        if not name:
            raise NotACall("no name of a function")
        start, self._pos = self._pos, name.end()
        self._take("(")
        if name[0] == "print" and _CALL.match(self._text, self._pos):
            self._char()
            inner = self._call()
            self._take(")")
            return inner
        named: dict[str, Any] = {}
        placed: list[Any] = []
        while self._char() != ")":
            key = _KEY.match(self._text, self._pos)
            if key:
                self._pos = key.end()
                named[key[1]] = self._value(0, keyword=True)
            else:
                placed.append(self._value(0))
            if self._char() != ")":
                self._take(",")
        self._pos += 1
        return Call(name[0], named, placed, (start, self._pos))

    def _value(self, depth: int, *, keyword: bool = False) -> Any:
        char = self._char()
        if depth > _DEEPEST:
            raise NotACall("nested too deep")
        if prefix := _PREFIX.match(self._text, self._pos):
            self._pos += 1
            return self._string(self._text[self._pos], keyword, raw=prefix[0] in "rR")
        if char in ('"', "'"):
            return self._string(char, keyword)
        if char == "{":
            return self._dict(depth)
        if char in ("[", "("):
            self._pos += 1
            items: list[Any] = []
            while self._char() != _CLOSERS[char]:
                items.append(self._value(depth + 1))
                if self._char() != _CLOSERS[char]:
                    self._take(",")
            self._pos += 1
            return items
        number = _NUMBER.match(self._text, self._pos)
        word = number or _NAME.match(self._text, self._pos)
        if not word or (not number and word[0] not in _WORDS):
            raise NotACall("no literal")
        self._pos = word.end()
        try:
            return ast.literal_eval(word[0]) if number else _WORDS[word[0]]
        except (SyntaxError, ValueError):
            raise NotACall("no number") from None

    def _dict(self, depth: int) -> dict[str, Any]:
        self._pos += 1
        result: dict[str, Any] = {}
        while self._char() != "}":
            key = str(self._value(depth + 1))
            self._take(":")
            result[key] = self._value(depth + 1)
            if self._char() != "}":
                self._take(",")
        self._pos += 1
        return result

    def _string(self, quote: str, keyword: bool, *, raw: bool = False) -> str:
        """Read a string from its opening quote; its escapes are Python's, if they are valid there.

        The backslashes of a Windows path are no escapes.
        """
        text = self._text
        raw = raw or bool(_DRIVE.match(text, self._pos))
        closer = quote * 3 if text.startswith(quote * 3, self._pos) else quote
        self._pos += len(closer)
        parts: list[str] = []
        while self._pos < len(text):
            plain = _PLAIN.match(text, self._pos)
            if plain:
                parts.append(plain[0])
                self._pos = plain.end()
            elif text[self._pos] == "\\":
                two = text[self._pos : self._pos + 2]
                parts.append(two if raw else _unescaped(two))
                self._pos += 2
            elif text.startswith(closer, self._pos) and self._ends(len(closer), keyword):
                self._pos += len(closer)
                return "".join(parts)
            else:
                parts.append(text[self._pos])
                self._pos += 1
        raise NotACall("a string isn't closed")

    def _ends(self, size: int, keyword: bool) -> bool:
        self._source.rewind(self._pos + size)
        run = closes(self._source, keyword=keyword)
        try:
            while True:
                next(run)
        except StopIteration as stop:
            return bool(stop.value)


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}


def _unescaped(two: str) -> str:
    return _ESCAPES.get(two[1:], two)
