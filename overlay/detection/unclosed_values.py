"""Decides how a value ends that may have no closing tag: `<parameter name="a">x` and then the next parameter.

Models leave such tags out (https://github.com/ollama/ollama/issues/17914). The opening tag of a parameter
that may still come, inside a value and not closed there, ends the value if its place is clear. In any other
case the call is `repaired`, or can't be run: a value with the next parameter in it is never taken as written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import IntEnum

from .call_builder import CallBuilder
from .stream_buffer import EndOfInput, NotACall, Parser, StreamBuffer
from .value_terminators import ValueTerminators

_PARAMETER_TAG = re.compile(
    r"<\s{0,9}(/?)\s{0,9}(?:[^\s<>=/\"']{0,24}[:|｜])?(?:parameter|param|argument|arg_key|arg_value)\b[^<>]{0,512}>",
    re.IGNORECASE,
)
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
    return f"{text}\n" if text.startswith(("\n", "\r\n")) else text  # `unwrap` then cuts both edges


def opens_parameter(raw: str) -> bool:
    """Return whether tags of parameters, in the spelling of any format, open in `raw` and don't close."""
    if "<" not in raw:
        return False
    tags = [found[1] for found in _PARAMETER_TAG.finditer(raw) if not found[0].endswith("/>")]
    return tags.count("") > tags.count("/")


def _unclosed(raw: str, names: Iterable[str], pending: Iterable[str]) -> bool:
    """Return whether another parameter may begin in `raw`, which is a value as it is written."""
    if "<" not in raw or raw.lstrip()[:9].lower() == "<![cdata[":
        return False
    end = raw.rstrip().lower()
    ends_with_one = any(end.endswith(f"</{name.lower()}>") and f"<{name.lower()}>" in end for name in pending)
    return ends_with_one or opens_parameter(raw) or _unclosed_tags(raw, names)


def _unclosed_tags(raw: str, names: Iterable[str]) -> bool:
    """Return whether one of the tags `<name>` occurs more often in `raw` than its closing tag."""
    known = {name.lower() for name in names}
    count: dict[str, int] = {}
    for slash, name in _ANY_TAG.findall(raw.lower()):
        if name in known:
            count[name] = count.get(name, 0) + (-1 if slash else 1)
    return any(number > 0 for number in count.values())


def end_argument(draft: CallBuilder, key: str, ending: Ending, raw: str, known: Collection[str]) -> None:
    """End the argument `key`, and store in `draft` what its ending and its text say about the call.

    `known` are the names of the tool's parameters.
    """
    draft.argument_over()
    if ending == Ending.CLOSED and _unclosed(raw, (*known, key), {*known} - draft.arguments.keys() - {key}):
        ending = Ending.MENDED
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
