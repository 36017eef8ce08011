"""Reads JSON of any size, one record at a time: the elements of an array, or the lines of JSONL."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from .model import LIMIT, Unreadable

# Possessive quantifiers: backtracking in a string of millions of escapes would need much memory.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},]|"', re.DOTALL)
_SOLID = re.compile(r"[^ \t\r\n\ufeff]")
_CHUNK = 1 << 20


def lines(file: BinaryIO, limit: int = LIMIT) -> Iterator[tuple[int, Any | Unreadable]]:
    """Yield the lines of JSONL as (line number, value), or (line number, `Unreadable`) if it is not JSON.

    Empty lines are skipped. At most one line of `limit` bytes is in memory.
    """
    number = 0
    while line := file.readline(limit + 1):
        number += 1
        if len(line) > limit:
            while line and not line.endswith(b"\n"):
                line = file.readline(_CHUNK)
            yield number, Unreadable(f"the line is longer than {limit >> 20} MB and was skipped")
        elif line.strip(b" \t\r\n\xef\xbb\xbf"):
            try:
                yield number, parsed(line.decode("utf-8-sig"))
            except ValueError as problem:
                yield number, Unreadable(str(problem))


def elements(file: BinaryIO, limit: int = LIMIT) -> Iterator[Any]:
    """Yield the elements of the JSON array in `file`, each as soon as it is read.

    Raises Unreadable, after the elements before it, if the text is not JSON, ends too early, or has an
    element of more than `limit` characters.
    """
    text = _Text(file, limit)
    depth = 0
    while True:
        found = text.next()
        if found is None:
            raise Unreadable("the JSON ends too early: the file was cut off")
        token, end = found[0], found.start()
        text.pos = found.end()
        if token in ("[", "{"):
            depth += 1
            if depth == 1:
                text.start = text.pos
        elif depth == 1 and token in (",", "]"):
            one = text.buffer[text.start : end]
            last = token == "]"  # noqa: S105 - a bracket
            if one.strip():
                yield parsed(one)
            elif not last:
                raise Unreadable("this is not valid JSON: a comma without a value before it")
            if last:
                return
            text.start = text.pos
        elif token in ("]", "}"):
            depth -= 1


class _Text:
    """The file's text as a window that grows as needed; text before `start` is dropped."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file = file
        self._limit = limit
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._ended = False
        self.buffer = ""
        self.start = 0
        self.pos = 0

    def next(self) -> re.Match[str] | None:
        """Return the next bracket, comma or complete string; None at the end of the text."""
        while True:
            found = _TOKEN.search(self.buffer, self.pos)
            if found and found[0] != '"':
                return found
            self.pos = found.start() if found else len(self.buffer)
            if not self._more():
                return None

    def _more(self) -> bool:
        """Read at least as much as the buffer holds, so that a long string is searched only a few times."""
        if self._ended:
            return False
        kept = self.buffer[self.start :]
        if len(kept) > self._limit:
            raise Unreadable(f"one conversation is longer than {self._limit >> 20} MB; split it")
        self.pos -= self.start
        self.start = 0
        read = self._file.read(max(_CHUNK, len(kept)))
        self._ended = not read
        try:
            self.buffer = kept + self._decoder.decode(read, self._ended)
        except UnicodeDecodeError as problem:
            raise Unreadable(f"the file is not UTF-8: {problem.reason}") from None
        return True


def parsed(text: str) -> Any:
    """Return the value of `text`. Raises Unreadable for JSON that is invalid or nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        raise Unreadable("the JSON is nested too deeply") from None
    except ValueError as problem:
        raise Unreadable(f"this is not valid JSON: {problem}") from None


def first_sign(file: BinaryIO) -> str:
    """Return the first character that is not white space, "" if there is none; rewind the file."""
    head = file.read(4096).decode("utf-8", "replace")
    file.seek(0)
    found = _SOLID.search(head)
    return found[0] if found else ""
