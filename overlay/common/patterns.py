"""Matches untrusted regular expressions, in time linear in the length of the text.

Python's `re` backtracks: `^(a+)+$` on thirty letters takes minutes. RE2 never does, but it supports no
look-around and no back-references (https://github.com/google/re2/wiki/Syntax).
"""

from __future__ import annotations

import functools
import importlib
import re
from typing import Any

re2: Any = importlib.import_module("re2")  # has no type information

LONGEST = 1000
MEMORY = 1 << 18
"""Maximum bytes of a compiled pattern. RE2 refuses larger ones; this limits the cost of each character."""
_LONE = re.compile("[\ud800-\udfff]")
"""Lone surrogates, which RE2 can't read, since UTF-8 has none."""
_NOT_KNOWN = (
    "invalid perl operator",
    "invalid escape sequence",
    "invalid repetition size",
    "bad repetition operator",
    "pattern too large",
)


class PatternError(ValueError):
    """The pattern is not a valid regular expression; the message says why."""


class PatternUnsupported(PatternError):
    """The pattern may be valid, but can't be matched in bounded time; the message says why."""


class CompiledPattern:
    """A compiled pattern. `size` is the largest cost of one character of text, at least 1."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self.size = max(1, int(compiled.programsize))

    def search(self, text: str) -> Any:
        """Return the first match anywhere in `text`, like `re.Pattern.search`, or None."""
        return self._compiled.search(_LONE.sub("\ufffd", text))


@functools.lru_cache(maxsize=1024)
def compiled(pattern: str, *, groups: bool = False, ignore_case: bool = False) -> CompiledPattern:
    """Return the compiled `pattern`; without `groups` a match has no groups, which is faster.

    Raises PatternError, or PatternUnsupported for look-around, back-references, and patterns that are too
    large.
    """
    if len(pattern) > LONGEST:
        raise PatternUnsupported(f"it is longer than {LONGEST} characters")
    options = re2.Options()
    options.max_mem = MEMORY
    options.log_errors = False
    options.never_capture = not groups
    options.case_sensitive = not ignore_case
    try:
        return CompiledPattern(re2.compile(_LONE.sub("\ufffd", pattern), options))
    except re2.error as error:
        detail: Any = error.args[0] if error.args else ""
        reason = detail.decode(errors="replace") if isinstance(detail, bytes) else str(detail)
        kind = PatternUnsupported if reason.startswith(_NOT_KNOWN) else PatternError
        raise kind(reason) from error
