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
from ..xml_tags import Tag, parse_tag
from ..xml_values import ValueTerminators, value

ID = "kimi_open"
_TOOLS, _TOOLS_END = "<|open|>tools<|sep|>", "<|close|>tools<|sep|>"
_CALL, _CALL_END = "<|open|>call ", "<|close|>call<|sep|>"
_ARGUMENT, _ARGUMENT_END = "<|open|>argument ", "<|close|>argument<|sep|>"
_THINK, _THINK_END = "<|open|>think", "<|close|>think<|sep|>"
_ENDS = ValueTerminators(
    closers=(_ARGUMENT_END,), follow=(_ARGUMENT, _CALL_END), openers=(_ARGUMENT,), again=(_ARGUMENT,)
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
    draft.show()
    while (yield from expect(s, _ARGUMENT, _CALL_END)) == _ARGUMENT:
        yield from _argument(s, draft)
    s.close(draft)


def _argument(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    opener = yield from _attributes(s)
    key = opener.get("key", "name")
    if not key:
        raise NotACall("an argument without a key")
    raw, _ = yield from value(s, _ENDS, draft.argument(key))
    draft.argument_over()
    draft.arguments[key] = raw if opener.get("type") in (None, "string") else literal(raw)


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
