"""`minimax`: MiniMax-M3, with a mark before every tag and parameter names as tags.

    calls  = M"<tool_call>" invoke+ M"</tool_call>"        M = "]<]minimax[>["
    invoke = M"<invoke name=…>" field* M"</invoke>" ; field = M"<k>" (text | field*) M"</k>"

A field that contains fields is an object, one that contains `<item>`s a list; leaves are typed by the schema.
Text between fields makes the call `repaired` (smg#1815).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..argument_types import typed, types
from ..call_builder import CallBuilder
from ..examples import Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import text_to
from ..tool_index import Schema
from ..xml_tags import Tag, parse_tag

ID = "minimax"
MARK = "]<]minimax[>["
_DEEPEST = 32


def read(s: ParseContext) -> Parser[None]:
    """Read a wrapper with its calls, or one call alone."""
    start, calls = s.at, 0
    while True:
        start = s.at
        before = yield from _mark(s)
        tag = yield from _tag(s)
        if before.strip():
            s.rewind(start)
            break
        if tag == "<tool_call>":
            continue
        opener = parse_tag(tag)
        if opener.name == "invoke" and opener.get("name"):
            yield from _invoke(s, start, opener)
            calls += 1
            continue
        if tag != "</tool_call>":
            s.rewind(start)
        break
    if not calls:
        raise NotACall("no call")


def _mark(s: ParseContext) -> Parser[str]:
    """Read the text before the next mark, and the mark; return the text."""
    return (yield from text_to(s, MARK, longest=1 << 30))


def _tag(s: ParseContext) -> Parser[str]:
    text = (yield from text_to(s, ">")) + ">"
    if not text.startswith("<"):
        raise NotACall("no tag behind the mark")
    return text


def _invoke(s: ParseContext, start: int, opener: Tag) -> Parser[None]:
    name = str(opener.get("name"))
    draft = s.draft(ID, start)
    draft.named(name)
    draft.mended = opener.holds_more_than("name", "id", "call_id")
    draft.show()
    schemas = s.tools.parameters(name)
    stray: list[str] = []
    while True:
        stray.append((yield from _mark(s)))
        tag = yield from _tag(s)
        if tag == "</invoke>":
            s.close(draft, repaired="".join(stray).strip() != "")
            return
        if tag.startswith("</"):
            s.close(draft, error=f"tool {name}: {tag} closes nothing")
            return
        key = tag[1:-1].strip()
        draft.argument(key)
        found = yield from _field(s, key, schemas.get(key), 0, draft, stray)
        if isinstance(found, _Mismatch):
            s.close(draft, error=f"tool {name}: {found.tag} where </{key}> was expected")
            return
        draft.argument_over()
        draft.put(key, found)


class _Mismatch:
    def __init__(self, tag: str) -> None:
        self.tag = tag


def _field(
    s: ParseContext, key: str, schema: Schema | None, depth: int, draft: CallBuilder, stray: list[str]
) -> Parser[Any]:
    """Read the value of a field, from after its opening tag to past its closing tag.

    Text beside fields inside it is added to `stray`.
    """
    if depth > _DEEPEST:
        raise NotACall("nested too deep")
    inner: list[tuple[str, Any]] = []
    while True:
        text, begin = None, s.at
        try:
            text = yield from _mark(s)
            tag = yield from _tag(s)
        except EndOfInput:
            if depth == 0 and not inner:
                draft.argument(key)(s.slice(begin, s.at) if text is None else text)
            raise
        if inner or tag != f"</{key}>":
            stray.append(text)
        if tag == f"</{key}>":
            break
        if tag.startswith("</"):
            return _Mismatch(tag)
        name = tag[1:-1].strip()
        found = yield from _field(s, name, _schema_of(schema, name), depth + 1, draft, stray)
        if isinstance(found, _Mismatch):
            return found
        inner.append((name, found))
    if not inner:
        if depth == 0:
            draft.argument(key)(text)
        return typed(text, schema)
    names = {name for name, _ in inner}
    if names == {"item"} or (len(names) == 1 and schema and types(schema) == {"array"}):
        return [found for _, found in inner]
    draft.mended |= len(names) < len(inner)  # of two equal names one is lost
    return dict(inner)


def _schema_of(schema: Schema | None, name: str) -> Schema | None:
    """Return the schema of the field `name` inside a field with `schema`."""
    if not schema:
        return None
    properties = schema.get("properties")
    part = cast("Schema", properties).get(name) if isinstance(properties, Mapping) else None
    if part is None:
        word = "items" if name == "item" or types(schema) == {"array"} else "additionalProperties"
        part = schema.get(word)
    return cast("Schema", part) if isinstance(part, Mapping) else None


FAMILY = CallFormat(ID, 0, (MARK,), read)

EXAMPLES = (
    Example(
        f"{MARK}<tool_call>{MARK}<invoke name='f'>{MARK}<a>x{MARK}</a>{MARK}</invoke>{MARK}</tool_call>",
        F,
    ),
    Example(
        f"{MARK}<invoke name='f'>{MARK}<o>{MARK}<k>v{MARK}</k>{MARK}</o>"
        f"{MARK}<l>{MARK}<item>1{MARK}</item>{MARK}</l>{MARK}</invoke>",
        (("f", {"o": {"k": "v"}, "l": ["1"]}),),
    ),
)
