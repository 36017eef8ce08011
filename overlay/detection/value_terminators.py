"""The marks that end the raw text of an XML-like parameter, as each format declares them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

NO_TAG = r" \t\r\n<>=\-.,0-9"  # characters that follow the `<` of no mark
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
    `starts` begin a parameter; its name is the first group of `key`, which ends in tag number `key_tags`;
    `pending` are the names of the tool's parameters that may still come. `own_tags`: each parameter has tags
    of its own name. All marks are lower case, closers with `>`.
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
    starts: tuple[str, ...] = ()
    key: re.Pattern[str] = re.compile("(?!)()")
    key_tags: int = 1
    pending: frozenset[str] = frozenset()
    own_tags: bool = False

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """All marks that have a meaning in a value."""
        ends = (*self.closers, *self.wrong, *self.outer_closers)
        return (*ends, *self.openers, *self.outer, *self.wrapper, *self.starts)

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
