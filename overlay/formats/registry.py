"""Finds the families: every module in `families/` that has a `FAMILY` (or `FAMILIES`).

One that fails to load is logged and left out; it never takes the others down.
"""

from __future__ import annotations

import logging
import pkgutil
import re
from functools import cache
from importlib import import_module

from . import families as package
from .scan import Family

logger = logging.getLogger(__name__)


class Openers:
    """All openers of a set of families as one search."""

    def __init__(self, members: list[Family], extra: str = "", extra_line: str = "") -> None:
        self.families: dict[str, list[Family]] = {}
        self.line_families: dict[str, list[Family]] = {}
        for family in sorted(members, key=lambda one: one.rank):
            for opener in family.openers:
                self.families.setdefault(opener, []).append(family)
            for opener in family.line_openers:
                self.line_families.setdefault(opener, []).append(family)
        longest_first = sorted(self.families, key=len, reverse=True)
        self.literals = tuple(longest_first)
        lines = "|".join(re.escape(opener) for opener in self.line_families)
        self.line = re.compile(lines or "(?!)", re.IGNORECASE)
        alternatives = [re.escape(opener) for opener in longest_first]
        alternatives.append(rf"\n(?=[ \t]*(?:{extra_line}{'|' if lines else ''}{lines}))")
        if extra:
            alternatives.append(extra)
        self.search = re.compile("|".join(alternatives), re.IGNORECASE).search
        self._prefixes = {opener[:size] for opener in self.families for size in range(1, len(opener))}
        self._line_prefixes = {
            opener[:size] for opener in self.line_families for size in range(1, len(opener))
        }
        self._longest = max(len(opener) for opener in (*self.families, *self.line_families, "\n"))
        firsts = {re.escape(opener[0]) for opener in self.families}
        self._first = re.compile(f"[{''.join(sorted(firsts))}]" if firsts else "(?!)", re.IGNORECASE)

    def open_end(self, text: str, pos: int) -> tuple[int, bool]:
        """Where in `text[pos:]` begins what may become an opener with more text (its length if nothing does).

        The flag says if that is more than the line break that every line opener needs before it.
        """
        size = len(text)
        found = self._first.search(text, max(pos, size - self._longest))
        while found:
            if text[found.start() :].lower() in self._prefixes:
                return min(found.start(), self._open_line(text, pos, size)[0]), True
            found = self._first.search(text, found.end())
        return self._open_line(text, pos, size)

    def _open_line(self, text: str, pos: int, size: int) -> tuple[int, bool]:
        line = text.rfind("\n", max(pos, size - self._longest - 64))
        if line < 0:
            return size, False
        rest = text[line + 1 :].lstrip(" \t").lower()
        if not rest or rest in self._line_prefixes or rest in ("`", "``", "~", "~~"):
            return line, bool(rest)
        return size, False


@cache
def families() -> tuple[Family, ...]:
    """Every family that loads, in order of precedence."""
    found: list[Family] = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        try:
            module = import_module(f"{package.__name__}.{info.name}")
        except Exception:
            logger.exception("format %s can't be loaded and is left out", info.name)
            continue
        one = getattr(module, "FAMILY", None)
        found.extend([one] if one else getattr(module, "FAMILIES", ()))
    return tuple(sorted(found, key=lambda one: one.rank))


@cache
def openers() -> tuple[str, ...]:
    """The literal openers of all structured formats, lower case, for a cheap test of what may become a
    call.
    """
    literals = {opener for family in families() for opener in (*family.openers, *family.line_openers)}
    return tuple(sorted(literals))
