"""Finds the call formats: every module in `formats/` that has a `FAMILY` (or `FAMILIES`).

A module that fails to load is logged and left out; the others still load.
"""

from __future__ import annotations

import logging
import pkgutil
import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

from .opener_pattern import any_case, longest_of
from .parse_context import CallFormat

logger = logging.getLogger(__name__)

# A tag that is still being printed and may become an opener that matches one of the `patterns`.
_OPEN_TAG = re.compile(
    r"""<(?: [\w:.-]{0,128}
          | [a-z][\w-]{0,24} (?:\s+[\w:@.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*
          (?:\s+(?:[\w:@.-]+(?:\s*=\s*(?:"[^"]*|'[^']*)?)?)?)?
        )$""",
    re.IGNORECASE | re.VERBOSE,
)
_TAG_WINDOW = 4096

# Patterns that must match after an opener of one character, so that most ordinary text costs nothing. While
# more text may arrive, a beginning of such a match is enough (`_GUARDS_OPEN`).
_FAR = 256  # how many code points the guards look ahead
_GUARDS = {
    "{": r"\s{0,99}+(?:[\"'“‘/#]|[\w$][\w$.-]{0,63}+\s{0,9}+:)",
    "[": r"\s{0,99}+(?:[{\]/#]|[a-zA-Z_][\w.]{0,128}+\()",
}
_GUARDS_OPEN = {
    "{": r"\s{0,99}+(?:[\w$][\w$.-]{0,63}+\s{0,9}+)?\Z",
    "[": r"\s{0,99}+(?:[a-zA-Z_][\w.]{0,128}+)?\Z",
}
_OPEN_GUARD = re.compile("|".join(f"{re.escape(opener)}{guard}" for opener, guard in _GUARDS_OPEN.items()))

_WORTH_A_LOOK = 4096  # code points: in longer texts it saves time to search for each first character alone

# The start of a code block whose text begins with a line of a program: such a block can't be a call.
# `%s` are the openers of lines and the first characters of all openers.
_PLAIN_CODE = r"""
\n [ \t]*+ (?P<marker>`{3,}+|~{3,}+) (?P<info>[^`\n]*+) (?=
    \n \s*+ (?!%s) (?: (?:[a-zA-Z0-9+\#]++[ \t]++){3} [a-zA-Z0-9+\#]
                    | (?:[a-zA-Z0-9+\#]++[ \t]*+)*+ [^\w\s+\#\-`~%s] ) )
"""

Search = Callable[[str, int], "re.Match[str] | None"]


def _nothing(_text: str, _pos: int) -> None:
    """Find nothing."""


class OpenerIndex:
    """All openers of a set of formats as one search.

    `extra` is one more alternative of the search, `lines` are literals that count at the start of a line.
    """

    def __init__(
        self,
        members: Sequence[CallFormat],
        extra: str = "",
        lines: tuple[str, ...] = (),
        tools: tuple[str, ...] = (),
    ) -> None:
        self._literal: dict[str, list[CallFormat]] = {}
        self._line: dict[str, list[CallFormat]] = {}
        self._block: dict[str, list[CallFormat]] = {}
        self._patterns: list[tuple[str, CallFormat]] = []
        for family in sorted(members, key=lambda one: one.rank):
            own = family.from_tools(tools) if family.from_tools else ()
            for opener in dict.fromkeys((*family.openers, *own)):
                self._literal.setdefault(opener, []).append(family)
            for opener in family.line_openers:
                self._line.setdefault(opener, []).append(family)
            for label in family.labels:
                self._block.setdefault(label, []).append(family)
            for pattern in family.patterns:
                self._patterns.append((pattern, family))
        own_lines = "|".join(map(any_case, self._line)) or "(?!)"
        self.line = re.compile(own_lines)
        self._branches = self._alternatives(extra, (*lines, *self._line))
        self._first_characters = "".join(map(re.escape, self._branches))
        self.first = re.compile(f"[{self._first_characters}]")
        self._searches: dict[str, Search] = {}
        self._families = {opener: self._beginning(opener) for opener in self._literal}
        self._prefixes = {one[:size] for one in self._literal for size in range(1, len(one))}
        self._line_prefixes = {one[:size] for one in self._line for size in range(1, len(one))}
        self._longest = max(len(opener) for opener in (*self._literal, *self._line, "\n"))
        self.reach = max(self._longest, _FAR)  # with this much text, an opener is decided
        self._firsts = {opener[0] for opener in self._literal}

    @cached_property
    def plain_code(self) -> re.Pattern[str]:
        """Finds the start of a code block whose text begins with a line of a program."""
        return re.compile(_PLAIN_CODE % (self.line.pattern, self._first_characters), re.VERBOSE)

    @cached_property
    def labelled_blocks(self) -> tuple[re.Pattern[str], ...]:
        """Find the labels of code blocks whose content may be a call without an opener.

        There is a pattern for each marker: one that begins with literal text is searched for much faster.
        """
        labels = "|".join(map(any_case, self._block)) or "(?!)"
        return tuple(re.compile(rf"{marker}{marker[0]}*\s*(?:{labels})") for marker in ("```", "~~~"))

    @cached_property
    def search(self) -> Search:
        """Finds the next opener: `search(text, pos)`."""
        return self._search_for("".join(self._branches))

    def _beginning(self, opener: str) -> list[CallFormat]:
        """Return the formats of `opener` and of every opener that is a prefix of it."""
        shorter = [opener[:size] for size in range(1, len(opener) + 1)]
        members = {family for one in shorter for family in self._literal.get(one, ())}
        return sorted(members, key=lambda one: (one.rank, one.id))

    def _alternatives(self, extra: str, lines: tuple[str, ...]) -> dict[str, str]:
        """Return a pattern for each first character. These aren't letters, so `re` finds them fast."""
        guards = {one: f"(?={guard}|{_GUARDS_OPEN[one]})" for one, guard in _GUARDS.items()}
        firsts = dict.fromkeys(opener[0] for opener in self._literal)
        branches = {first: longest_of(self._literal, first, guards) for first in firsts}
        if self._patterns:
            own = "|".join(f"(?P<p{at}>(?i:{one[1:]}))" for at, (one, _) in enumerate(self._patterns))
            seconds = "".join(re.escape(one[1]) for one in self._literal if one[0] == "<")
            branches["<"] = rf"(?=[\w\-{seconds}])(?:{branches['<']}|(?=[\w\-]++[:.])(?:{own}))"
        begun = "|".join(any_case(one[:2]) for one in lines)
        branches["\n"] = rf"(?=[ \t]|{begun})[ \t]*+(?:{'|'.join(map(any_case, lines))})"
        if extra:
            branches[extra[0]] = extra[1:]
        return {first: f"{re.escape(first)}(?:{rest})" for first, rest in branches.items()}

    def search_in(self, text: str, pos: int) -> Search:
        """Return the search for `text[pos:]`; it leaves out first characters at which no opener begins."""
        if len(text) - pos < _WORTH_A_LOOK:
            return self.search
        firsts = [
            one for one in self._branches if text.find(one, pos) >= 0 and self._search_for(one)(text, pos)
        ]
        return self._search_for("".join(firsts))

    def _search_for(self, firsts: str) -> Search:
        if firsts not in self._searches:
            found = "|".join(self._branches[first] for first in firsts)
            self._searches[firsts] = re.compile(found).search if firsts else _nothing
        return self._searches[firsts]

    def undecided(self, text: str, pos: int, start: int, end: int, *, more: bool) -> int | None:
        """Return the start of what may still become an opener, before, around or at the one found at `start`.

        None if the opener at `start` is decided. `end` and `more` are what `open_end` returns for
        `text[pos:]`.
        """
        guarded = len(text) - start < _FAR and text[start] in _GUARDS and _OPEN_GUARD.match(text, start)
        if len(text) - start >= self._longest:
            return start if guarded else None
        if text[start] == "`" and text.endswith("`") and not text[start:].strip("`"):
            line = text.rfind("\n", pos, start)
            ticks = line if line >= 0 and not text[line:start].strip() else start
            return min(end, ticks) if more else ticks
        return min(end, start) if guarded or (more and end <= start) else None

    def at(self, found: re.Match[str]) -> list[CallFormat]:
        """Return the formats that the match may begin, in order of precedence.

        The list is empty if the texts match only because two letters are equal without case (`ı` and `i`).
        """
        if found.lastgroup:
            return [self._patterns[int(found.lastgroup[1:])][1]]
        return self._families.get(found[0].lower(), [])

    def at_line(self, opener: str) -> list[CallFormat]:
        """Return the formats that `opener` begins at the start of a line."""
        return self._line.get(opener.lower(), [])

    def at_block(self, label: str) -> list[CallFormat]:
        """Return the formats whose calls fill a code block with this label."""
        return self._block.get(label, [])

    def open_end(self, text: str, pos: int) -> tuple[int, bool]:
        """Return the index where `text[pos:]` may become an opener with more text (the text's length if
        nowhere).

        The flag says whether that is more than the line break that comes before every line opener.
        """
        size = len(text)
        begin = max(pos, size - self._longest)
        # Of all characters, only `İ` is longer in lower case; no opener has it.
        rest = text[begin:].replace("İ", "\0").lower()
        for place, char in enumerate(rest):
            if char in self._firsts and rest[place:] in self._prefixes:
                start = begin + place
                return min(start, self._open_tag(text, pos, size), self._open_line(text, pos, size)[0]), True
        tag = self._open_tag(text, pos, size)
        line, more = self._open_line(text, pos, size)
        return min(tag, line), more or tag < size

    def _open_tag(self, text: str, pos: int, size: int) -> int:
        place = text.rfind("<", max(pos, size - _TAG_WINDOW)) if self._patterns else -1
        return place if place >= 0 and _OPEN_TAG.match(text, place) else size

    def _open_line(self, text: str, pos: int, size: int) -> tuple[int, bool]:
        line = text.rfind("\n", max(pos, size - self._longest - 64))
        if line < 0:
            return size, False
        rest = text[line + 1 :].lstrip(" \t").lower()
        if not rest or rest in self._line_prefixes or rest in ("`", "``", "~", "~~"):
            return line, bool(rest)
        return size, False


@cache
def call_formats() -> tuple[CallFormat, ...]:
    """Return every format that loads, in order of precedence."""
    found: list[CallFormat] = []
    folder = Path(__file__).with_name("formats")
    for name in sorted(info.name for info in pkgutil.iter_modules([str(folder)])):
        try:
            module = import_module(f"{__package__}.formats.{name}")
        except Exception:
            logger.exception("format %s can't be loaded and is left out", name)
            continue
        one = getattr(module, "FAMILY", None)
        found.extend([one] if one else getattr(module, "FAMILIES", ()))
    return tuple(sorted(found, key=lambda one: one.rank))


@cache
def openers() -> tuple[str, ...]:
    """Return the literal openers of all structured formats, lower case, for a fast first test of a text."""
    literals = {opener for family in call_formats() for opener in (*family.openers, *family.line_openers)}
    return tuple(sorted(literals))
