"""Reads the raw text of an XML-like parameter: finds its real end, and passes on its pieces as they arrive.

A closing tag ends the value only if the text after it continues the structure. The tags of a call quoted in
the value are counted, so that its closing tags don't end the value; an opening tag that is only mentioned in
the value is not counted. `unclosed_values` decides about a value that may have no closing tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .stream_buffer import EndOfInput, FastPath, NotACall, Parser, StreamBuffer
from .unclosed_values import Ending, suspected_start, without_gap
from .value_terminators import ValueTerminators
from .xml_tags import ahead

Sink = Callable[[str], None]
_CDATA = "<![cdata["
_MARKS = re.compile(r"[<\r\n]")
_TAG_END = re.compile(r"[<>]")
_LONGEST_TAG = 512


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


def value(s: StreamBuffer, ends: ValueTerminators, sink: Sink) -> Parser[tuple[str, Ending]]:
    """Read from after the opening tag to past the closing one.

    Returns the raw text, and how it ended. Raises `EndOfInput` if the text ends first.
    """
    start = s.at
    if (yield from _cdata(s, (*ends.closers, *ends.wrong), sink)):
        raw = s.slice(start, s.at)
        found = (yield from ahead(s, (*ends.closers, *ends.wrong))) or ""
        s.pos += len(found)
        return raw, Ending(found in ends.wrong)
    edges = EdgeTrimmer(sink, exact=ends.exact)
    inner = calls = wrappers = inner_before = 0
    suspect: tuple[int, bool] | None = None  # where another parameter may begin, and whether that is clear

    def ended(end: int, *, mended: bool) -> tuple[str, Ending]:
        edges.over()
        unclosed = inner or (mended and ends.own_tags and suspect is not None)
        if not unclosed or suspect is None:
            return s.slice(start, end), Ending.MENDED if unclosed else Ending(mended)
        before = s.slice(start, suspect[0])
        if not suspect[1] or before.lower().find(ends.closers[0]) >= 0:
            return s.slice(start, end), Ending.UNCLEAR
        s.rewind(suspect[0])
        return without_gap(before), Ending.SPLIT

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
        if found in ends.starts and not calls and suspect is None:
            suspect = yield from suspected_start(s, ends, start, here)
            s.rewind(here + len(found))
        if found in ends.openers:
            inner += 1
        elif found in ends.starts:
            pass
        elif found in ends.outer:
            inner_before = inner_before if calls else inner
            calls += yield from _begins_call(s, ends, found)
        elif found in ends.wrapper:
            opens = found[1] != "/"
            if not opens and not wrappers and quoted:
                s.rewind(quoted[1])
                edges.over()
                return s.slice(start, quoted[0]), Ending.MENDED
            wrappers = max(wrappers + (1 if opens else -1), 0)
            quoted = None
        elif found in ends.outer_closers:
            if calls:
                calls -= 1
                inner = 0 if calls else inner_before
            elif (ends.own_tags and suspect) or (yield from _follows(s, ends.outer_follow)):
                s.rewind(here)
                raw, ending = ended(here, mended=True)
                cut = raw if ending == Ending.UNCLEAR else without_gap(raw)
                return cut, ending if cut == raw else Ending.SPLIT
            s.rewind(here + len(found))
        else:
            over = s.at
            follow = yield from _follows(s, ends.follow)
            in_call = calls and follow is not None
            if follow is not None and not in_call and not (inner and follow in ends.again):
                s.rewind(over)
                return ended(here, mended=found in ends.wrong)
            quoted = (here, over) if in_call else None
            inner = max(inner - 1, 0)
            suspect = suspect if inner or follow else None  # the tag and its closing tag are text
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
