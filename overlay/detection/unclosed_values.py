"""Decides how a value ends that may have no closing tag: `<parameter name="a">x` and then the next parameter.

Models leave such tags out (https://github.com/ollama/ollama/issues/17914). The opening tag of a parameter
that may still come, inside a value and not closed there, ends the value if its place is clear. In any other
case the call is `repaired`, or can't be run: a value with the next parameter in it is never taken as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from .call_builder import CallBuilder
from .stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer
from .value_terminators import ValueTerminators

_ANY_TAG = re.compile(r"<(/?)([^\s<>/]{1,128})>")
_TAG_OVER = re.compile(r">")
_LONGEST_TAG = 512


class Ending(IntEnum):
    """How a value ended."""

    CLOSED = 0
    MENDED = 1
    """By a mark that isn't its closing tag, or with an opening tag in it that isn't closed."""
    SPLIT = 2
    """Before the opening tag of another parameter, which was shown as a part of it."""
    UNCLEAR = 3
    """With the opening tag of another parameter in it, which may be text or not."""


def without_gap(raw: str) -> str:
    """Return a value that isn't closed, without the white space before the tag that ends it."""
    text = raw.rstrip()
    return f"{text}\n" if text.startswith(("\n", "\r\n")) else text  # so that `unwrap` cuts both edges


def unclosed_tags(raw: str, names: Iterable[str]) -> bool:
    """Return whether one of the tags `<name>` occurs more often in `raw` than its closing tag."""
    if "<" not in raw:
        return False
    known = {name.lower() for name in names}
    count: dict[str, int] = {}
    for slash, name in _ANY_TAG.findall(raw.lower()):
        if name in known:
            count[name] = count.get(name, 0) + (-1 if slash else 1)
    return any(number > 0 for number in count.values())


def end_argument(draft: CallBuilder, key: str, ending: Ending) -> None:
    """End the argument `key`, and store in `draft` what its ending says about the call."""
    draft.argument_over()
    draft.mended |= ending != Ending.CLOSED
    if ending == Ending.SPLIT:
        draft.redraw()
    elif ending == Ending.UNCLEAR:
        draft.problem = f"tool {draft.name}: it is not clear where the value of {key} ends"


def suspected_start(
    s: StreamBuffer, ends: ValueTerminators, start: int, here: int
) -> Parser[tuple[int, bool] | None]:
    """Return `here` if a parameter that may still come begins there, and whether its place makes that clear.

    It is clear on a line of its own or right after the value; inside a sentence the tag may be mentioned.
    """
    s.rewind(here)
    try:
        for _ in range(ends.key_tags):
            yield from s.until(_TAG_OVER, here + _LONGEST_TAG)
            s.pos += 1
    except (EndOfInput, NotACall):
        return None
    found = ends.key.match(s.slice(here, s.at))
    if not found or found[1].strip() not in ends.pending:
        return None
    before = s.slice(max(start, here - _LONGEST_TAG), here)
    line = before.rstrip(" \t")
    return here, not line or line[-1] in "\r\n" or (line == before and line[-1] not in "\"'`(=“‘")
