"""Reads one tag of XML-like text as models print it: any case, either quote, attributes in any order."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer

LONGEST = 4096  # code points of one tag
_STOP = re.compile(r"[<>\"'“”]")
_NAME = re.compile(r"<\s*(/?)\s*([^\s<>/=\"']+)")
_ATTRIBUTE = re.compile(r"([^\s<>/=\"'“”]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|[“”]([^“”]*)[“”]|([^\s\"'<>]+))")
_QUOTED = {'"': re.compile('["]'), "'": re.compile("[']"), "“": re.compile("[“”]"), "”": re.compile("[“”]")}


@dataclass
class Tag:
    """A complete tag: `name` in lower case, attributes by lower-case name, with their entities decoded.

    `rest`: it has text that is no attribute, or an attribute twice.
    """

    name: str
    attributes: dict[str, str] = field(default_factory=dict[str, str])
    closing: bool = False
    empty: bool = False
    text: str = ""
    repaired: bool = False
    rest: bool = False

    def holds_more_than(self, *names: str) -> bool:
        """Return whether the tag has text besides its name and the attributes `names`."""
        return self.rest or not self.attributes.keys() <= set(names)

    def get(self, *names: str) -> str | None:
        """Return the value of the first of `names` that is an attribute."""
        return next((self.attributes[name] for name in names if name in self.attributes), None)


def tag(s: StreamBuffer, *, longest: int = LONGEST) -> Parser[Tag]:
    """Read a tag from its `<` to past its `>`. Raises `NotACall` if there is no tag here."""
    start = s.at
    end = start + longest
    s.pos += 1
    while True:
        char = yield from s.until(_STOP, end)
        s.pos += 1
        if char == ">":
            return parse_tag(s.slice(start, s.at))
        if char == "<":
            raise NotACall("no tag")
        yield from s.until(_QUOTED[char], end)
        s.pos += 1


def parse_tag(text: str) -> Tag:
    """Parse the text of a complete tag. Raises `NotACall` if it has no name."""
    found = _NAME.match(text)
    if not found:
        raise NotACall("no tag")
    attributes: dict[str, str] = {}
    inner = text[found.end() : -1].removesuffix("/")
    given = _ATTRIBUTE.findall(inner)
    for name, double, single, smart, bare in given:
        attributes.setdefault(
            name.lower(), html.unescape(double or single or smart or bare.removesuffix("/"))
        )
    return Tag(
        found[2].lower(),
        attributes,
        closing=bool(found[1]),
        empty=text.endswith("/>"),
        text=text,
        repaired=any(quote in text for quote in "“”"),
        rest=len(given) > len(attributes) or bool(_ATTRIBUTE.sub("", inner).strip()),
    )


def ahead(s: StreamBuffer, literals: Sequence[str]) -> Parser[str | None]:
    """Return which of `literals` (lower case) comes next, the longest first; consume nothing.

    It waits for more text only while one of them can still match. Raises `EndOfInput` if the text ends before
    or inside one of them, and none is there in full.
    """
    size = max(map(len, literals), default=1)
    while True:
        rest = s.buf[s.pos : s.pos + size].lower()
        cut = not rest
        for literal in literals:
            if literal.startswith(rest) and literal != rest:
                cut = True
            elif rest.startswith(literal) and (s.eof or not cut):
                return literal
        if s.eof and cut:
            raise EndOfInput
        if not cut:
            return None
        yield
