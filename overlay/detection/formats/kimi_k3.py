"""`kimi_open`: Kimi K3, whose tags are tokens.

    calls    = ["<|open|>tools<|sep|>"] call+ ["<|close|>tools<|sep|>"]
    call     = '<|open|>call tool="N" index="1"<|sep|>' argument* "<|close|>call<|sep|>"
    argument = '<|open|>argument key="k" type="string"<|sep|>' text "<|close|>argument<|sep|>"

An argument of any type other than string is JSON. Text in `<|open|>think<|sep|>` is reasoning.
"""

from __future__ import annotations

import re

from ..argument_types import literal
from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import expect, take, text_to
from ..unclosed_values import end_argument
from ..value_terminators import ValueTerminators
from ..xml_tags import Tag, parse_tag
from ..xml_values import value

ID = "kimi_open"
_TOOLS, _TOOLS_END = "<|open|>tools<|sep|>", "<|close|>tools<|sep|>"
_CALL, _CALL_END = "<|open|>call ", "<|close|>call<|sep|>"
_ARGUMENT, _ARGUMENT_END = "<|open|>argument ", "<|close|>argument<|sep|>"
_THINK, _THINK_END = "<|open|>think", "<|close|>think<|sep|>"
_TYPES = (None, "string", "number", "integer", "boolean", "object", "array", "null")
_KEY = re.compile(r'<\|open\|>argument [^<>]*?(?:key|name)="([^"<>]*)"', re.IGNORECASE)


def _ends(pending: frozenset[str]) -> ValueTerminators:
    return ValueTerminators(
        closers=(_ARGUMENT_END,),
        follow=(_ARGUMENT, _CALL_END),
        openers=(_ARGUMENT,),
        again=(_ARGUMENT,),
        outer_closers=(_CALL_END,),
        outer_follow=(_CALL, _TOOLS_END),
        starts=(_ARGUMENT,),
        key=_KEY,
        key_tags=2,
        pending=pending,
    )


def read(s: ParseContext) -> Parser[None]:
    """Read the calls of a section, or calls outside a section."""
    if (yield from take(s, (_THINK,))):
        s.pending_from = None
        yield from s.read_past(re.compile(re.escape(_THINK_END)), len(_THINK_END))
        return
    yield from take(s, (_TOOLS,))
    count, end = 0, s.at
    while (yield from take(s, (_CALL,))):
        yield from _call(s, s.at - len(_CALL))
        count, end = count + 1, s.at
    if not count:
        raise NotACall("no call in the section")
    s.rewind(end)
    yield from take(s, (_TOOLS_END,))


def _call(s: ParseContext, start: int) -> Parser[None]:
    opener = yield from _attributes(s)
    name = opener.get("tool", "name")
    if not name:
        raise NotACall("a call without a tool")
    draft = s.draft(ID, start)
    draft.named(name, opener.get("index"))
    draft.mended = opener.holds_more_than("tool", "name", "index")
    draft.show()
    while (yield from expect(s, _ARGUMENT, _CALL_END)) == _ARGUMENT:
        yield from _argument(s, draft)
    s.close(draft)


def _argument(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    opener = yield from _attributes(s)
    key = opener.get("key", "name")
    if not key:
        raise NotACall("an argument without a key")
    draft.mended |= opener.holds_more_than("key", "name", "type") or opener.get("type") not in _TYPES
    known = s.tools.parameters(draft.name)
    pending = frozenset(known.keys() - draft.arguments.keys() - {key})
    raw, ending = yield from value(s, _ends(pending), draft.argument(key))
    end_argument(draft, key, ending, raw, known)
    draft.put(key, raw if opener.get("type") in (None, "string") else literal(raw))


def _attributes(s: ParseContext) -> Parser[Tag]:
    return parse_tag(f"<x {(yield from text_to(s, '<|sep|>', longest=2048))}>")


FAMILY = CallFormat(ID, 0, (_TOOLS, _CALL, _THINK), read)

EXAMPLES = (
    Example(
        '<|open|>tools<|sep|><|open|>call tool="f" index="1"<'
        '|sep|><|open|>argument key="a" type="string"<|sep|>x'
        "<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>",
        F,
    ),
    Example('<|open|>call tool="now" index="1"<|sep|><|close|>call<|sep|>', NOW),
)
