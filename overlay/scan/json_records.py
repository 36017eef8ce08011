"""Reads JSON of any size, one record at a time: the elements of an array, or the lines of JSONL."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from overlay.common.json_types import JsonValue

from .model import LIMIT, Part, Unreadable

# Possessive quantifiers: backtracking in a string of millions of escapes would need much memory.
_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},]|"', re.DOTALL)
_SOLID = re.compile(r"[^ \t\r\n\ufeff]")
_DECODER = json.JSONDecoder()
_CHUNK = 1 << 20


def lines(
    file: BinaryIO, limit: int = LIMIT, part: Part | None = None
) -> Iterator[tuple[int, JsonValue | Unreadable]]:
    """Yield the lines of JSONL as (line number, value), or (line number, `Unreadable`) if it is not JSON.

    Empty lines are skipped. At most one line of `limit` bytes is in memory.
    """
    number = 0
    if part:
        number = part.lines
        file.seek(part.start)
    while (not part or file.tell() < part.end) and (line := file.readline(limit + 1)):
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


def elements(file: BinaryIO, limit: int = LIMIT) -> Iterator[JsonValue]:
    """Yield the elements of the JSON array in `file`, each as soon as it is read.

    Raises Unreadable, after the elements before it, if the text is not JSON, ends too early, or has an
    element of more than `limit` characters.
    """
    text = _Text(file, limit)
    text.enter()
    last = False
    while not last:
        ready = text.decoded()
        if ready is not None:
            value, last = ready
            yield value
            continue
        one, last = text.element()
        if one.strip():
            yield parsed(one)
        elif not last:
            raise Unreadable("this is not valid JSON: a comma without a value before it")


class _Text:
    """The file's text as a window that grows as needed; text before `start` is dropped."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file = file
        self._limit = limit
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._ended = False
        self._buffer = ""
        self._start = 0
        self._pos = 0

    def enter(self) -> None:
        """Read the bracket that begins the array."""
        self._start = self._pos = self._next().end()

    def decoded(self) -> tuple[JsonValue, bool] | None:
        """Return the next element, and whether it is the last; None, with nothing read, if it isn't valid.

        The text is given to the decoder as it is, and again with more of it if it may have been cut.
        """
        failed: tuple[str, int] | None = None
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._solid(self._start))
                end = self._solid(end)
            except ValueError as problem:
                msg, at = getattr(problem, "msg", ""), getattr(problem, "pos", 0) - self._start
                if failed == (msg, at) and not msg.startswith("Unterminated string"):
                    return None  # more text doesn't help
                failed = msg, at
            except RecursionError:
                return None
            else:
                if end < len(self._buffer):
                    if self._buffer[end] not in ",]":
                        return None
                    self._start = self._pos = end + 1
                    return value, self._buffer[end] == "]"
            if not self._more():
                return None

    def element(self) -> tuple[str, bool]:
        """Return the text of the next element, and whether it is the last, by its brackets alone."""
        depth, self._pos = 1, self._start
        while True:
            found = self._next()
            token, end = found[0], found.start()
            self._pos = found.end()
            if token in ("[", "{"):
                depth += 1
            elif depth == 1 and token in (",", "]"):
                one = self._buffer[self._start : end]
                self._start = self._pos
                return one, token == "]"  # noqa: S105 - a bracket
            elif token in ("]", "}"):
                depth -= 1

    def _solid(self, pos: int) -> int:
        found = _SOLID.search(self._buffer, pos)
        return found.start() if found else len(self._buffer)

    def _next(self) -> re.Match[str]:
        """Return the next bracket, comma or complete string. Raises Unreadable at the end of the text."""
        while True:
            found = _TOKEN.search(self._buffer, self._pos)
            if found and found[0] != '"':
                return found
            self._pos = found.start() if found else len(self._buffer)
            if not self._more():
                raise Unreadable("the JSON ends too early: the file was cut off")

    def _more(self) -> bool:
        """Read at least as much as the buffer holds, so that a long string is searched only a few times."""
        if self._ended:
            return False
        kept = self._buffer[self._start :]
        if len(kept) > self._limit:
            raise Unreadable(f"one conversation is longer than {self._limit >> 20} MB; split it")
        self._pos -= self._start
        self._start = 0
        read = self._file.read(max(_CHUNK, len(kept)))
        self._ended = not read
        try:
            self._buffer = kept + self._decoder.decode(read, self._ended)
        except UnicodeDecodeError as problem:
            raise Unreadable(f"the file is not UTF-8: {problem.reason}") from None
        return True


def parsed(text: str) -> JsonValue:
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
