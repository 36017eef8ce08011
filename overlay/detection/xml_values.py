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
    start, closers = s.at, (*ends.closers, *ends.wrong)
    if (yield from _cdata(s, closers, sink)):
        raw = s.slice(start, s.at)
        found = (yield from ahead(s, closers)) or ""
        s.pos += len(found)
        return raw, Ending(found in ends.wrong)
    return (yield from _ValueReader(s, ends, sink).read())


class _ValueReader:
    """Reads one value, and counts the tags of the calls that are quoted in it."""

    __slots__ = (
        "_calls", "_edges", "_ends", "_inner", "_inner_before", "_quoted", "_start", "_stream", "_suspect",
        "_wrappers",
    )  # fmt: skip

    def __init__(self, s: StreamBuffer, ends: ValueTerminators, sink: Sink) -> None:
        self._stream = s
        self._ends = ends
        self._start = s.at
        self._edges = EdgeTrimmer(sink, exact=ends.exact)
        self._inner = 0  # quoted parameters that are open
        self._calls = 0  # quoted calls that are open
        self._inner_before = 0  # the parameters that were open when the outermost of these calls began
        self._wrappers = 0  # quoted wrappers of calls that are open
        self._suspect: tuple[int, bool] | None = None  # where another parameter may begin; is that clear?
        self._quoted: tuple[int, int] | None = None  # the closer that ends the value if no call began in it

    def read(self) -> Parser[tuple[str, Ending]]:
        """Read to past the closing tag; return the raw text, and how it ended."""
        s, ends, edges = self._stream, self._ends, self._edges
        while True:
            pos = s.pos
            place = ends.next(s.buf, pos)
            if place < 0:
                yield from self._await_text()
                continue
            if place > pos:
                edges(s.buf[pos:place])
                s.pos = place
                if not s.buf[pos:place].isspace():
                    self._quoted = None
            here = s.at
            found = yield from ahead(s, ends.marks)
            if found is None:
                edges("<")
                s.pos += 1
                self._quoted = None
                continue
            s.pos += len(found)
            end = yield from self._mark(found, here)
            if end is not None:
                return end
            edges(s.slice(here, s.at))

    def _await_text(self) -> Parser[None]:
        """Pass on the text that has come, which has no mark, and wait for more."""
        s = self._stream
        if s.pos < len(s.buf):
            text = s.buf[s.pos :]
            self._edges(text)
            self._quoted = self._quoted if text.isspace() else None
            s.pos = len(s.buf)
            text = ""  # a paused generator would keep it
        if s.eof:
            raise EndOfInput
        s.fast_path = None if self._quoted else self._edges.lane()
        yield
        s.fast_path = None

    def _mark(self, found: str, here: int) -> Parser[tuple[str, Ending] | None]:
        """Read on from a mark at `here`; return the value if the mark ends it."""
        s, ends = self._stream, self._ends
        if found in ends.starts and not self._calls and self._suspect is None:
            self._suspect = yield from suspected_start(s, ends, self._start, here)
            s.rewind(here + len(found))
        if found in ends.openers:
            self._inner += 1
        elif found in ends.starts:
            pass
        elif found in ends.outer:
            if not self._calls:
                self._inner_before = self._inner
            self._calls += yield from _begins_call(s, ends, found)
        elif found in ends.wrapper:
            return self._wrapper(opens=found[1] != "/")
        elif found in ends.outer_closers:
            return (yield from self._outer_closer(found, here))
        else:
            return (yield from self._closer(found, here))
        return None

    def _wrapper(self, *, opens: bool) -> tuple[str, Ending] | None:
        if not opens and not self._wrappers and self._quoted:
            self._stream.rewind(self._quoted[1])
            self._edges.over()
            return self._stream.slice(self._start, self._quoted[0]), Ending.MENDED
        self._wrappers = max(self._wrappers + (1 if opens else -1), 0)
        self._quoted = None
        return None

    def _outer_closer(self, found: str, here: int) -> Parser[tuple[str, Ending] | None]:
        """Read the closing tag of a call: of a quoted one, or of the call whose value was not closed."""
        s, ends = self._stream, self._ends
        if self._calls:
            self._calls -= 1
            self._inner = 0 if self._calls else self._inner_before
        elif (ends.own_tags and self._suspect) or (yield from _follows(s, ends.outer_follow)):
            s.rewind(here)
            raw, ending = self._ended(here, mended=True)
            cut = raw if ending == Ending.UNCLEAR else without_gap(raw)
            return cut, ending if cut == raw else Ending.SPLIT
        s.rewind(here + len(found))
        return None

    def _closer(self, found: str, here: int) -> Parser[tuple[str, Ending] | None]:
        """Read a closing tag of a value: of this one, or of one that is quoted in it."""
        s, ends = self._stream, self._ends
        over = s.at
        follow = yield from _follows(s, ends.follow)
        in_call = self._calls and follow is not None
        if follow is not None and not in_call and not (self._inner and follow in ends.again):
            s.rewind(over)
            return self._ended(here, mended=found in ends.wrong)
        self._quoted = (here, over) if in_call else None
        self._inner = max(self._inner - 1, 0)
        if not self._inner and not follow:
            self._suspect = None  # the tag and its closing tag are text
        s.rewind(over)
        return None

    def _ended(self, end: int, *, mended: bool) -> tuple[str, Ending]:
        s, ends, suspect = self._stream, self._ends, self._suspect
        self._edges.over()
        unclosed = self._inner or (mended and ends.own_tags and suspect is not None)
        if not unclosed or suspect is None:
            return s.slice(self._start, end), Ending.MENDED if unclosed else Ending(mended)
        before = s.slice(self._start, suspect[0])
        if not suspect[1] or before.lower().find(ends.closers[0]) >= 0:
            return s.slice(self._start, end), Ending.UNCLEAR
        s.rewind(suspect[0])
        return without_gap(before), Ending.SPLIT


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
