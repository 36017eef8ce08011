"""Reads JSON objects that are complete, strict and clearly one call or none, with Python's own parser.

It makes the same events as `json_calls`, which reads member by member and handles all doubtful objects.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from .json_api_shapes import API_KEYS
from .json_call_shapes import (
    ARGUMENT_KEYS,
    CONTAINERS,
    ID_KEYS,
    LISTS,
    LOOSE_ARGUMENT_KEYS,
    LOOSE_NAME_KEYS,
    NAME_KEYS,
    PLAIN_NAME,
    THOUGHT_KEYS,
    NoCall,
    is_schema,
    means_arguments,
    single,
)
from .lenient_json import InvalidJson, loads
from .parse_context import ParseContext
from .stream_buffer import SOLID
from .strict_json import Pairs, members_at, pairs_at
from .windows_paths import meant_paths

HARMLESS = frozenset(
    ["type", "index", "role", "content", "description", *ID_KEYS, *THOUGHT_KEYS, *API_KEYS - {"name"}]
)
SCHEMA_KEYS = ("type", "properties", "required", "$schema", "additionalProperties")
DATA_GOES_ON = re.compile(r"[{\[<,;`~]|\Z")
"""The text that may follow a call in a code block: another call, or the end of the block."""
_SPECIAL = frozenset([*THOUGHT_KEYS, *CONTAINERS, *LISTS])


@dataclass(frozen=True)
class Style:
    """How a format reads JSON: its id, whether its own tokens are around the JSON, and the tag that ends it.

    `depth` counts the lists of calls around the JSON. `after` matches what the format lets follow an
    object, after white space: if other text follows, or a bracket too many, the call is `repaired`.
    """

    format: str
    wrapped: bool = False
    closer: re.Pattern[str] | None = None
    needs_arguments: bool = False
    depth: int = 0
    after: re.Pattern[str] | None = None


def plain_object(
    s: ParseContext, style: Style, thoughts: str | None = None, *, in_list: bool = False
) -> int | None:
    """Read the object that begins here; return how many calls it held.

    Returns None, with nothing read, if the object isn't complete, strict and plain.
    """
    found = pairs_at(s.buf, s.pos)
    if found is None:
        return None
    pairs, end = found
    names, argument_keys = NAME_KEYS, ARGUMENT_KEYS
    if style.wrapped:
        names, argument_keys = LOOSE_NAME_KEYS, LOOSE_ARGUMENT_KEYS
    name, called, doubt = "", "", False
    given: Pairs = ()
    for key, one in pairs:
        if key in names and isinstance(one, str) and not called:
            name = name or one
            doubt = doubt or not _may_be_tool(name, s, style)
        elif key in argument_keys:
            if isinstance(one, tuple) and not doubt:
                if called or not name:
                    return None
                called, given = key, cast("Pairs", one)
        elif (
            key in _SPECIAL
            or (called and key in names)
            or (not style.wrapped and name and means_arguments(key))
        ):
            return None
        elif not called and not style.wrapped and key not in HARMLESS:
            doubt = True
    if called:
        whole = _whole_item(s, style, end) if in_list else _whole(s, style, end)
        if not whole:
            return None
        return _call(s, style, name, called, given, len(pairs) == 2, end, thoughts)
    if not doubt or style.wrapped:
        return None
    s.pos, s.pending_from = end, None
    return 0


def _whole(s: ParseContext, style: Style, end: int) -> bool:
    """Return whether the text after the object is known, and no bracket too many or missing closer is next to
    it.
    """
    follow = SOLID.search(s.buf, end)
    start = s.base + s.pos
    if follow is None:
        return s.eof and style.after is None and (style.wrapped or s.slice(start - 1, start) != "{")
    if style.after:
        return style.after.match(s.buf, follow.start()) is not None
    if s.in_data and not style.wrapped and not DATA_GOES_ON.match(follow[0]):
        return False
    return follow[0] not in "}]" and (style.wrapped or s.slice(start - 1, start) != "{")


def _whole_item(s: ParseContext, style: Style, end: int) -> bool:
    """Return the same for an object in a list, which may be the last one."""
    follow = SOLID.search(s.buf, end)
    if style.depth or (follow and follow[0] == ","):
        return True
    return follow is not None and follow[0] == "]" and _whole(s, style, follow.end())


def _may_be_tool(name: str, s: ParseContext, style: Style) -> bool:
    if not PLAIN_NAME.fullmatch(name):
        return False
    return style.wrapped or not s.tools.given or name in s.tools


def _call(
    s: ParseContext,
    style: Style,
    name: str,
    called: str,
    given: Pairs,
    alone: bool,
    end: int,
    thoughts: str | None,
) -> int | None:
    """Report the call that ends at `end` and whose arguments are the object `given` under the key `called`;
    `alone`: the object has only a name and arguments.
    """
    start, buf = s.pos, s.buf
    if buf.find("\\u", start, end) >= 0:  # may be half a surrogate pair: left to `json_calls`
        return None
    if given and given[0][0].startswith(SCHEMA_KEYS):
        return None
    if buf.find("\\", start, end) >= 0 and meant_paths(dict(given), buf[start:end])[1]:
        return None
    if alone and all(type(one) is str for _, one in given):
        arguments: dict[str, Any] = dict(given)
        if len(arguments) < len(given):  # the same key twice: left to `json_calls`
            return None
        if "type" in arguments and is_schema(arguments):
            return None
        shown = () if s.log.unheard else [(key, (one,) if one else ()) for key, one in given]
        s.pos = end
        s.report(style.format, s.base + start, name, arguments, shown, thoughts=thoughts)
        return 1
    members = members_at(buf, start)
    try:
        found, repeated = loads(buf[start:end])
        if repeated:
            return None
        shape = single(cast("dict[str, Any]", found), s.tools, wrapped=style.wrapped)
    except (InvalidJson, NoCall):
        return None
    own = members_at(buf, next(one.start for one in members if one.key == called))
    if shape.name != name or shape.error or shape.arguments.keys() - {one.key for one in own}:
        return None
    s.pos = end
    s.report(
        style.format,
        s.base + start,
        name,
        shape.arguments,
        [(key, _pieces(one, buf, begin, stop)) for key, one, begin, stop in own],
        call_id=shape.call_id,
        late_id=True,
        repaired=shape.repaired,
        thoughts=shape.thoughts or thoughts,
    )
    return 1


def _pieces(value: Any, buf: str, start: int, end: int) -> tuple[str, ...]:
    """Return the text of a value for display, in pieces."""
    if isinstance(value, str):
        return (value,) if value else ()
    return (buf[start:end],)
