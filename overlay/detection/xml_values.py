"""Reads the raw text of an XML-like parameter: finds its real end, and passes on its pieces as they arrive.

A closing tag ends the value only if the text after it continues the structure. The tags of a call quoted in
the value are counted, so that its closing tags don't end the value; an opening tag that is only mentioned in
the value is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from .stream_buffer import EndOfInput, FastPath, NotACall, Parser, StreamBuffer
from .xml_tags import ahead

Sink = Callable[[str], None]
_CDATA = "<![cdata["
_MARKS = re.compile(r"[<\r\n]")
_TAG_END = re.compile(r"[<>]")
_LONGEST_TAG = 512
NO_TAG = r" \t\r\n<>=\-.,0-9"  # no mark has one of these after its `<`
_NO_MARK = frozenset(" \t\r\n<>=-.,0123456789")


@dataclass(frozen=True)
class ValueTerminators:
    """The marks that end a value: its `closers`, each only if one of `follow` comes after it (and white
    space).

    `openers` begin a parameter, `outer` begin a call and `outer_closers` end one; inside the value they are
    counted (`again` are those of `follow` that begin a parameter). An end of a call before one of
    `outer_follow` also ends a value that isn't closed. `wrong` are closers that end the value too but make
    the call `repaired`. `wrapper` are the tags around calls, if the call is in a wrapper: the wrapper's
    closing tag ends the value if a call in the value has no end. `exact` keeps the line breaks at the edges.
    All marks are lower case, closers with `>`.
    """

    closers: tuple[str, ...]
    follow: tuple[str, ...]
    openers: tuple[str, ...] = ()
    outer: tuple[str, ...] = ()
    outer_closers: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    outer_follow: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    wrapper: tuple[str, ...] = ()
    exact: bool = False

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """All marks that have a meaning in a value."""
        ends = (*self.closers, *self.wrong, *self.outer_closers)
        return (*ends, *self.openers, *self.outer, *self.wrapper)

    @cached_property
    def longest(self) -> int:
        """The length of the longest mark."""
        return max(map(len, self.marks))

    def next(self, text: str, pos: int) -> int:
        """Return the index in `text` from `pos` on of the next mark, -1 if there is none.

        A mark that is cut off at the end of the text counts too.
        """
        marks, longest = self.marks, self.longest
        place = text.find("<", pos)
        while place >= 0:
            if text[place + 1 : place + 2] in _NO_MARK:
                place = text.find("<", place + 1)
                continue
            rest = text[place : place + longest].lower()
            if rest.startswith(marks):
                return place
            if len(rest) < longest and any(mark.startswith(rest) for mark in marks):
                return place
            place = text.find("<", place + 1)
        return -1


class EdgeTrimmer:
    """Passes on the pieces of a value without the line breaks at its edges, if there is one at both.

    Displayed text can't be taken back: a line break at the start is never passed on, even if there is none at
    the end and it therefore belongs to the value.
    """

    __slots__ = ("_begun", "_exact", "_kept", "_padded", "_sink")

    def __init__(self, sink: Sink, *, exact: bool) -> None:
        self._sink = sink
        self._exact = exact
        self._begun = exact
        self._padded = False
        self._kept = ""

    def __call__(self, text: str) -> None:
        if self._kept:
            text = self._kept + text
            self._kept = ""
        if not self._begun:
            if text == "\r":
                self._kept = text
                return
            self._begun = True
            if text.startswith(("\n", "\r\n")):
                self._padded = True
                text = text[2 if text[0] == "\r" else 1 :]
        if text and text[-1] in "\r\n" and not self._exact:
            cut = -2 if text.endswith("\r\n") else -1
            self._kept = text[cut:]
            text = text[:cut]
        if text:
            self._sink(text)

    def lane(self) -> FastPath | None:
        """Return the fast path for text without a tag or a line break, once the value has begun."""
        return (_MARKS.search, self._sink) if self._begun and not self._kept else None

    def over(self) -> None:
        """End the value."""
        if self._kept and not (self._padded and self._kept.endswith("\n")):
            self._sink(self._kept)
        self._kept = ""


def shown_pieces(raw: str, *, exact: bool) -> Sequence[str]:
    """Return the pieces that `EdgeTrimmer` passes on for a complete value."""
    if exact or not raw or (raw[0] not in "\r\n" and raw[-1] not in "\r\n"):
        return (raw,) if raw else ()
    pieces: list[str] = []
    edges = EdgeTrimmer(pieces.append, exact=exact)
    edges(raw)
    edges.over()
    return pieces


def value(s: StreamBuffer, ends: ValueTerminators, sink: Sink) -> Parser[tuple[str, bool]]:
    """Read from after the opening tag to past the closing one.

    Returns the raw text, and whether a wrong closer ended it. Raises `EndOfInput` if the text ends first.
    """
    start = s.at
    if (yield from _cdata(s, (*ends.closers, *ends.wrong), sink)):
        raw = s.slice(start, s.at)
        found = (yield from ahead(s, (*ends.closers, *ends.wrong))) or ""
        s.pos += len(found)
        return raw, found in ends.wrong
    edges = EdgeTrimmer(sink, exact=ends.exact)
    inner = calls = wrappers = 0
    quoted: tuple[int, int] | None = None  # the closer that ends the value if no call began in it
    while True:
        pos = s.pos
        place = ends.next(s.buf, pos)
        if place < 0:
            if pos < len(s.buf):
                edges(s.buf[pos:])
                quoted = quoted if s.buf[pos:].isspace() else None
                s.pos = len(s.buf)
            if s.eof:
                raise EndOfInput
            s.fast_path = None if quoted else edges.lane()
            yield
            s.fast_path = None
            continue
        if place > pos:
            edges(s.buf[pos:place])
            s.pos = place
            if not s.buf[pos:place].isspace():
                quoted = None
        here = s.at
        found = yield from ahead(s, ends.marks)
        if found is None:
            edges("<")
            s.pos += 1
            quoted = None
            continue
        s.pos += len(found)
        if found in ends.openers:
            inner += 1
        elif found in ends.outer:
            calls += yield from _begins_call(s, ends, found)
        elif found in ends.wrapper:
            opens = found[1] != "/"
            if not opens and not wrappers and quoted:
                s.rewind(quoted[1])
                edges.over()
                return s.slice(start, quoted[0]), True
            wrappers = max(wrappers + (1 if opens else -1), 0)
            quoted = None
        elif found in ends.outer_closers:
            if calls:
                calls, inner = calls - 1, 0
            elif (yield from _follows(s, ends.outer_follow)):
                s.rewind(here)
                edges.over()
                return s.slice(start, here), True
            s.rewind(here + len(found))
        else:
            over = s.at
            follow = yield from _follows(s, ends.follow)
            in_call = calls and follow is not None
            if follow is not None and not in_call and not (inner and follow in ends.again):
                s.rewind(over)
                edges.over()
                return s.slice(start, here), found in ends.wrong
            quoted = (here, over) if in_call else None
            inner = max(inner - 1, 0)
            s.rewind(over)
        edges(s.slice(here, s.at))


def _begins_call(s: StreamBuffer, ends: ValueTerminators, opener: str) -> Parser[int]:
    """Read the rest of a tag; return 1 if it begins a call, since a part of a call follows, otherwise 0."""
    try:
        if not opener.endswith(">"):
            if (yield from s.until(_TAG_END, s.at + _LONGEST_TAG)) == "<":
                return 0
            s.pos += 1
    except (EndOfInput, NotACall):
        return 0
    empty = s.slice(s.at - 2, s.at) == "/>"
    return int(not empty and bool((yield from _follows(s, (*ends.again, *ends.outer_closers)))))


def _cdata(s: StreamBuffer, closers: Sequence[str], sink: Sink) -> Parser[bool]:
    """Read a CDATA section with the white space around it, up to the closing tag, if one comes next."""
    start = s.at
    if (yield from _follows(s, (_CDATA,))) != _CDATA:
        s.rewind(start)
        return False
    s.pos += len(_CDATA)
    while True:
        pos = s.pos
        place = s.buf.find("]]>", pos)
        safe = place if place >= 0 else max(len(s.buf) - 2, pos)
        if safe > pos:
            sink(s.buf[pos:safe])
            s.pos = safe
        if place < 0:
            if s.eof:
                raise EndOfInput
            yield
            continue
        end = s.at
        s.pos += 3
        if (yield from _follows(s, closers)):
            return True
        s.rewind(end + 3)
        sink("]]>")


def _follows(s: StreamBuffer, follow: Sequence[str]) -> Parser[str | None]:
    """Return which of `follow` comes after white space, "" at the end of the text, None if other text
    comes.
    """
    try:
        yield from s.space()
        return (yield from ahead(s, follow))
    except EndOfInput:
        return ""
