"""Reading the raw text of an XML-like parameter: where it really ends, and its pieces as they come.

A closing tag ends the value only if what follows continues the structure; a call that is quoted inside the
value is counted through, so its closers don't end it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .source import Cut, Lane, Source, Steps
from .tags import ahead

Sink = Callable[[str], None]
_CDATA = "<![cdata["
_MARKS = re.compile(r"[<\r\n]")


@dataclass(frozen=True)
class Ends:
    """What ends a value: its `closers`, each counted only before one of `follow` (after white space).

    `openers` begin a parameter, `outer` a call, `outer_closers` end one: they are counted through when they
    stand in the value (`again` is what of `follow` begins a parameter). What
    ends a call before one of `outer_follow` ends an unclosed value too. `wrong` are closers that count too
    but leave the call `repaired`. `exact` keeps the line
    breaks at the edges. All lower case; closers with `>`.
    """

    closers: tuple[str, ...]
    follow: tuple[str, ...]
    openers: tuple[str, ...] = ()
    outer: tuple[str, ...] = ()
    outer_closers: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    outer_follow: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    exact: bool = False


def _mark(text: str, pos: int, second: set[str]) -> int:
    """The next `<` that one of `second` follows, or may follow; -1 if there is none."""
    place = text.find("<", pos)
    while 0 <= place < len(text) - 1 and text[place + 1] not in second:
        place = text.find("<", place + 1)
    return place


class Edges:
    """Passes a value's pieces on without the one line break at each edge."""

    __slots__ = ("_begun", "_exact", "_kept", "_sink")

    def __init__(self, sink: Sink, *, exact: bool) -> None:
        self._sink = sink
        self._exact = exact
        self._begun = exact
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
                text = text[2 if text[0] == "\r" else 1 :]
        if text and text[-1] in "\r\n" and not self._exact:
            cut = -2 if text.endswith("\r\n") else -1
            self._kept = text[cut:]
            text = text[:cut]
        if text:
            self._sink(text)

    def lane(self) -> Lane | None:
        """What to do with text that holds neither a tag nor a line break, once the value has begun."""
        return (_MARKS.search, self._sink) if self._begun and not self._kept else None

    def over(self) -> None:
        """The value is over."""
        if self._kept and not self._kept.endswith("\n"):
            self._sink(self._kept)
        self._kept = ""


def value(s: Source, ends: Ends, sink: Sink) -> Steps[tuple[str, bool]]:
    """Read from behind the opening tag to behind the closing one: the raw text, and whether a wrong closer
    ended it.

    Raises `Cut` if the text ends before.
    """
    start = s.at
    if (yield from _cdata(s, (*ends.closers, *ends.wrong), sink)):
        raw = s.slice(start, s.at)
        found = (yield from ahead(s, (*ends.closers, *ends.wrong))) or ""
        s.pos += len(found)
        return raw, found in ends.wrong
    edges = Edges(sink, exact=ends.exact)
    literals = (*ends.closers, *ends.wrong, *ends.outer_closers, *ends.openers, *ends.outer)
    second = {char for literal in literals for char in literal[1:2] + literal[1:2].upper()}
    inner = calls = 0
    while True:
        pos = s.pos
        place = _mark(s.buf, pos, second)
        if place < 0:
            if pos < len(s.buf):
                edges(s.buf[pos:])
                s.pos = len(s.buf)
            if s.eof:
                raise Cut
            s.lane = edges.lane()
            yield
            s.lane = None
            continue
        if place > pos:
            edges(s.buf[pos:place])
            s.pos = place
        here = s.at
        found = yield from ahead(s, literals)
        if found is None:
            edges("<")
            s.pos += 1
            continue
        s.pos += len(found)
        if found in ends.openers:
            inner += 1
        elif found in ends.outer:
            calls += 1
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
            inner = max(inner - 1, 0)
            s.rewind(over)
        edges(s.slice(here, s.at))


def _cdata(s: Source, closers: Sequence[str], sink: Sink) -> Steps[bool]:
    """Read a CDATA section with the white space around it, if one comes next: up to the closing tag."""
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
                raise Cut
            yield
            continue
        end = s.at
        s.pos += 3
        if (yield from _follows(s, closers)):
            return True
        s.rewind(end + 3)
        sink("]]>")


def _follows(s: Source, follow: Sequence[str]) -> Steps[str | None]:
    """What of `follow` comes after white space, "" at the end of the text."""
    try:
        yield from s.space()
        return (yield from ahead(s, follow))
    except Cut:
        return ""
