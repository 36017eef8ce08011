"""Regular expressions that others wrote, matched in time linear in the text.

Python's `re` backtracks: `^(a+)+$` on thirty letters takes minutes. RE2 never does; it knows no look-around
and no back-references (https://github.com/google/re2/wiki/Syntax).
"""

from __future__ import annotations

import functools
import importlib
import re
from typing import Any

re2: Any = importlib.import_module("re2")  # it has no types

LONGEST = 1000
MEMORY = 1 << 18
"""Bytes of a compiled pattern: RE2 refuses what needs more, so the cost of a character of text is bounded."""
_LONE = re.compile("[\ud800-\udfff]")
"""Halves of a pair: RE2 reads UTF-8, which has none."""
_NOT_KNOWN = (
    "invalid perl operator",
    "invalid escape sequence",
    "invalid repetition size",
    "bad repetition operator",
    "pattern too large",
)


class PatternError(ValueError):
    """A pattern that is not a regular expression; the message says why."""


class PatternUnsupported(PatternError):
    """A pattern that may be one, but can't be matched in bounded time; the message says why."""


class Pattern:
    """A compiled pattern. `size` is how much one character of a text can cost, at least 1."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self.size = max(1, int(compiled.programsize))

    def search(self, text: str) -> Any:
        """Return the first match anywhere in `text`, like `re.Pattern.search`, or None."""
        return self._compiled.search(_LONE.sub("\ufffd", text))


@functools.lru_cache(maxsize=1024)
def compiled(pattern: str, *, groups: bool = False, ignore_case: bool = False) -> Pattern:
    """Return `pattern`, compiled. Without `groups` a match only says that there is one, which is faster.

    Raises PatternError, or PatternUnsupported for look-around, back-references, and what is too large.
    """
    if len(pattern) > LONGEST:
        raise PatternUnsupported(f"it is longer than {LONGEST} characters")
    options = re2.Options()
    options.max_mem = MEMORY
    options.log_errors = False
    options.never_capture = not groups
    options.case_sensitive = not ignore_case
    try:
        return Pattern(re2.compile(_LONE.sub("\ufffd", pattern), options))
    except re2.error as fault:
        said: Any = fault.args[0] if fault.args else ""
        why = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        kind = PatternUnsupported if why.startswith(_NOT_KNOWN) else PatternError
        raise kind(why) from fault
