"""Reads calls whose name and arguments have a tag each.

    call      = "<tool_name>" N "</tool_name>" [opener (object | field*) closer]
    field     = "<" k ">" text "</" k ">" | "<parameter name=" k ">" text "</parameter>"
    opener    = "<arguments>" | "<parameters>"

The prompt of mcp-client-for-ollama asks for the first opener; Anthropic's documentation of Claude 2's
functions has the second, in `<invoke>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from .argument_types import types, unwrap
from .call_builder import CallBuilder
from .json_arguments import arguments, parsed
from .json_call_shapes import PLAIN_NAME
from .parse_context import ParseContext
from .schema_types import Schema
from .stream_buffer import EndOfInput, NotACall, Parser
from .token_readers import expect, skip_to, take, text_to
from .unclosed_values import Ending, end_argument
from .value_terminators import ValueTerminators
from .xml_values import value

NAME = "<tool_name>"
_OPENERS = ("<arguments>", "<parameters>")
_EMPTY = tuple(opener.replace(">", "/>") for opener in _OPENERS)
_NAMED = re.compile(r"""([A-Za-z_]\w*)\s+name\s*=\s*["']?([^"'<>=\s]+)["']?\s*""")
_TAG = re.compile(r"<([^<>]+)>")
_NAMED_TAG = re.compile(r"""<\S+\s+name\s*=\s*["']?([^"'<>]+)""", re.IGNORECASE)
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
Decode = Callable[[str, "Schema | None"], Any]


def name_of(s: ParseContext) -> Parser[str]:
    """Read the name, from after its opening tag. Raises `NotACall` if there is none."""
    name = (yield from text_to(s, "</tool_name>")).strip()
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a tool")
    return name


def arguments_of(
    s: ParseContext, draft: CallBuilder, decode: Decode, outer: str | None = None
) -> Parser[tuple[bool, str | None] | None]:
    """Read the arguments that follow; return whether they were mended, and what is wrong with them.

    Returns None if none follow. `decode` gives the value of a field's text under a schema. `outer` is the
    closing tag of the construct around the call: it ends the fields if their own closing tag is missing, and
    is not consumed.
    """
    if (yield from take(s, _EMPTY)):
        return False, None
    opener = yield from take(s, _OPENERS)
    if opener is None and outer is None:
        return None
    end = opener.replace("<", "</") if opener else outer or ""
    if opener and (yield from s.space()) == "{":
        return (yield from _object(s, draft, end))
    ends = (end, "</") if opener is None or outer is None else (end, outer)
    while (found := (yield from skip_to(s, (*ends, "<")))) == "<":
        yield from _field(s, draft, ends, decode)
    if found is None:
        raise EndOfInput if s.eof and s.pos == len(s.buf) else NotACall("text between arguments")
    if opener and found == end:
        s.pos += len(end)
        return False, None
    return bool(draft.arguments), None


def _object(s: ParseContext, draft: CallBuilder, end: str) -> Parser[tuple[bool, str | None]]:
    closer = re.compile(end, re.IGNORECASE)
    body = s.at
    problem = yield from arguments(s, draft, closer)
    text = s.slice(body, s.at)
    if problem:
        found = yield from s.read_past(closer, len(end))
        text = s.slice(body, s.at - len(found[0]))
    else:
        yield from expect(s, end)
    return parsed(draft, text, draft.name, close=problem is not None)


def _field(s: ParseContext, draft: CallBuilder, ends: tuple[str, ...], decode: Decode) -> Parser[None]:
    s.pos += 1
    key = yield from text_to(s, ">")
    empty = key.endswith("/")
    key = tag = key.removesuffix("/").strip()
    if named := _NAMED.fullmatch(key):
        tag, key = named[1], named[2]
    if not _KEY.fullmatch(key):
        raise NotACall("no argument's tag")
    schemas = s.tools.parameters(draft.name)
    schema, raw, ending = schemas.get(key), "", Ending.CLOSED
    sink = draft.argument(key)
    if not empty:
        others = (f"<{tag.lower()} ",) if named else tuple(f"<{other.lower()}>" for other in schemas)
        follow = (*ends, *others) if others else (*ends, "<")
        other_tags = tuple(one for one in others if one != f"<{tag.lower()}>")
        starts = (f"<{tag.lower()} name",) if named else other_tags
        terminators = ValueTerminators(
            closers=(f"</{tag.lower()}>",),
            follow=follow,
            openers=starts if named else (),
            again=others if named else (),
            outer_closers=ends[:1],
            starts=starts,
            key=_NAMED_TAG if named else _TAG,
            pending=frozenset(schemas.keys() - draft.arguments.keys() - {key}),
            own_tags=not named,
        )
        raw, ending = yield from value(s, terminators, sink)
    end_argument(draft, key, ending, raw, schemas)
    found = decode(unwrap(raw), schema)
    if schema and types(schema) == {"array"} and not isinstance(found, list):
        before = draft.arguments.get(key)
        found = [*before, found] if isinstance(before, list) else [found]  # pyright: ignore[reportUnknownVariableType]
        draft.arguments.pop(key, None)  # now a part of the list
    draft.put(key, cast("object", found))
