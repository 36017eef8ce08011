"""The arguments of a call as a JSON object: shown while they stream in, parsed once at their end."""

from __future__ import annotations

import re
from typing import Any, cast

from .call_builder import CallBuilder
from .json_stream import QUOTES, MalformedJson, next_key, skip_space_and_comments, string, tee, value
from .lenient_json import InvalidJson, loads
from .stream_buffer import EndOfInput, Parser, StreamBuffer


def arguments(
    s: StreamBuffer, draft: CallBuilder, closer: re.Pattern[str] | None = None
) -> Parser[str | None]:
    """Read an object from its `{`, showing each member under its key.

    Returns None, or what is wrong with the JSON. `closer` matches the tag that ends the construct around the
    object; the object ends there, closed or not.
    """
    start = s.at
    s.pos += 1
    try:
        while (key := (yield from next_key(s))) is not None:
            char = yield from skip_space_and_comments(s)
            sink = draft.argument(key)
            if char in QUOTES and char:
                yield from string(s, sink)
            else:
                yield from tee(s, value(s, closer=closer), sink)
            draft.argument_over()
    except MalformedJson as problem:
        draft.argument_over()
        yield from resync(s, start, closer)
        return str(problem)
    return None


def resync(s: StreamBuffer, start: int, closer: re.Pattern[str] | None) -> Parser[None]:
    """Move past broken JSON that began at `start`: to before the first `closer`, or to where its brackets
    end.

    An unclosed string may be the fault, so a closer counts inside strings too: otherwise the next call would
    be lost with the bad one.
    """
    s.rewind(start)
    if closer:
        found = yield from s.read_past(closer, 64)
        s.rewind(s.at - len(found[0]))
        return
    try:
        yield from value(s)
    except MalformedJson:
        return


def parsed(draft: CallBuilder, text: str, name: str, *, close: bool = False) -> tuple[bool, str | None]:
    """Set the arguments of `draft` from `text`; return whether they were mended, and what is wrong with
    them.
    """
    if not text.strip():
        return False, None
    try:
        found, repaired = loads(text.strip(), close=close)
    except InvalidJson as problem:
        return False, f"tool {name}: the arguments are not valid JSON: {problem}"
    result = as_arguments(found)
    if result is None:
        return False, f"tool {name}: the arguments are not a JSON object"
    draft.arguments = result[0]
    return repaired or result[1], None


def as_arguments(found: Any) -> tuple[dict[str, Any], bool] | None:
    """Return a value in the place of arguments as a dict, and whether it was mended; None if it can't be one.

    An object stays unchanged; null and "" become {}; a string may contain the object as JSON.
    """
    if found is None or found == "":
        return {}, False
    if isinstance(found, dict):
        return cast("dict[str, Any]", found), False
    if isinstance(found, str) and found.lstrip()[:1] == "{":
        try:
            inner, repaired = loads(found)
        except InvalidJson:
            return None
        return (cast("dict[str, Any]", inner), repaired) if isinstance(inner, dict) else None
    return None


__all__ = ["EndOfInput", "arguments", "as_arguments", "parsed"]
