"""The arguments of a call as a JSON object: shown as they stream in, parsed once when they are over."""

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
    """Read an object from its `{`, showing each member under its key; why it isn't one, if it isn't.

    `closer` is the tag that ends what holds it: the object is over there, closed or not.
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
    """Behind broken JSON that began at `start`: before the first `closer`, or where its brackets end.

    What broke it may be an open string, so a closer counts wherever it stands: one bad call must not take
    the next.
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
    """Give `draft` the arguments that `text` holds: whether they were mended, and what is wrong with them."""
    if not text.strip():
        return False, None
    try:
        found, repaired = loads(text.strip(), close=close)
    except InvalidJson as problem:
        return False, f"tool {name}: the arguments are no JSON: {problem}"
    result = as_arguments(found)
    if result is None:
        return False, f"tool {name}: the arguments are no JSON object"
    draft.arguments = result[0]
    return repaired or result[1], None


def as_arguments(found: Any) -> tuple[dict[str, Any], bool] | None:
    """What stands where arguments are expected, as a dict, and whether it was mended; None if it can't be.

    An object is itself; null and "" are {}; a string may hold the object as JSON.
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
