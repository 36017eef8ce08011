r"""`arg_key_value`: GLM 4.5, Hunyuan, Poolside, K2 Horizon (`<ifm|…>`).

    call = "<tool_call>" name ["<tool_sep>"] pair* "</tool_call>"
    pair = "<arg_key>" k "</arg_key>" ["<arg_type>" t "</arg_type>"] "<arg_value>" v "</arg_value>"

White space between tags is ignored, and so is `\n` printed as two characters. The name is a bare word, so if
tools are given, it must be one of them; a key without a value is not an argument.
"""

from __future__ import annotations

import re

from ..argument_types import literal, typed, types, unwrap
from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..json_call_shapes import PLAIN_NAME
from ..lenient_json import InvalidJson, loads
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import expect, take, text_to, word_to_mark
from ..tool_index import Schema
from ..unclosed_values import end_argument
from ..value_terminators import ValueTerminators
from ..xml_values import value

_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
ID = "arg_key_value"


class _Family:
    """The tags of the models whose tags have this prefix, and how their calls are read."""

    def __init__(self, prefix: str) -> None:
        self.opener, self.wrapper = f"<{prefix}tool_call>", f"<{prefix}tool_calls>"
        self._key, self._value, self._type = (f"<{prefix}arg_{part}>" for part in ("key", "value", "type"))
        self._call_end, self._calls_end = _closer(self.opener), _closer(self.wrapper)
        self._over = re.compile(re.escape(self._call_end), re.IGNORECASE)
        self._key_of = re.compile(rf"{re.escape(self._key)}([^<>]*)</", re.IGNORECASE)

    def format(self) -> CallFormat:
        return CallFormat(ID, 0, (self.opener, self.wrapper), self._read)

    def _ends(self, pending: frozenset[str]) -> ValueTerminators:
        return ValueTerminators(
            closers=(_closer(self._value),),
            follow=(self._key, self._call_end, "\\n"),
            openers=(self._value,),
            again=(self._key,),
            outer_closers=(self._call_end,),
            outer_follow=(self.opener, self._calls_end),
            starts=(self._key,),
            key=self._key_of,
            key_tags=2,
            pending=pending,
        )

    def _read(self, s: ParseContext) -> Parser[None]:
        wrapped = yield from take(s, (self.wrapper,))
        count, end = 0, s.at
        while (yield from take(s, (self.opener,))):
            yield from self._call(s, s.at - len(self.opener))
            count, end = count + 1, s.at
            if not wrapped:
                return
        if not count:
            raise NotACall("the wrapper holds no call")
        s.rewind(end)
        yield from take(s, (self._calls_end,))

    def _call(self, s: ParseContext, start: int) -> Parser[None]:
        yield from s.space()
        name = (yield from word_to_mark(s)).strip().removesuffix("\\n").strip()
        if not PLAIN_NAME.fullmatch(name) or (s.tools.given and name not in s.tools):
            raise NotACall("no name of a tool")
        draft = s.draft(ID, start)
        draft.named(name)
        yield from _breaks(s)
        found = yield from expect(s, "<tool_sep>", self._key, self._call_end)
        if found == self._call_end and not s.tools.given:
            raise NotACall("a word alone")
        draft.show()
        if found == "<tool_sep>":
            yield from _breaks(s)
            found = yield from expect(s, self._key, self._call_end)
        while found == self._key:
            found = yield from self._pair(s, draft)
        s.close(draft)

    def _pair(self, s: ParseContext, draft: CallBuilder) -> Parser[str]:
        """Read a key and its value, from after the key's opening tag; consume the tag after them and
        return it.
        """
        key = (yield from text_to(s, _closer(self._key))).strip()
        if "<" in key:
            draft.problem = f"tool {draft.name}: a key isn't closed: {key}"
            yield from s.read_past(self._over, len(self._call_end))
            return self._call_end
        kind = ""
        while True:
            yield from _breaks(s)
            found = yield from expect(s, self._value, self._type, self._key, self._call_end)
            if found != self._type:
                break
            kind = (yield from text_to(s, _closer(self._type))).strip()
            draft.mended |= kind not in _TYPES
        if found != self._value:
            draft.mended = True  # the key is not used
            return found
        sink = draft.argument(key)
        schemas = s.tools.parameters(draft.name)
        pending = frozenset(schemas.keys() - draft.arguments.keys() - {key})
        raw, ending = yield from value(s, self._ends(pending), sink)
        end_argument(draft, key, ending, raw, schemas)
        draft.put(key, _value(unwrap(raw), kind, schemas.get(key)))
        yield from _breaks(s)
        return (yield from expect(s, self._key, self._call_end))


def _closer(tag: str) -> str:
    return tag.replace("<", "</", 1)


def _breaks(s: ParseContext) -> Parser[None]:
    while (yield from take(s, ("\\n",))):
        pass


def _value(text: str, kind: str, schema: Schema | None) -> object:
    if kind:
        return text if kind == "string" else literal(text)
    found = typed(text, schema)
    if found is text and schema and types(schema) & {"array", "object"} and '\\"' in text:
        return _unescaped(text)
    return found


def _unescaped(text: str) -> object:
    """Return a list or object whose quotes are escaped, as they would be inside a JSON string."""
    try:
        return loads(str(loads(f'"{text}"')[0]))[0]
    except InvalidJson:
        return text


FAMILIES = (_Family("").format(), _Family("ifm|").format())

EXAMPLES = (
    Example("<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>x</arg_value>\n</tool_call>", F),
    Example("<tool_calls><tool_call>now<tool_sep></tool_call></tool_calls>", NOW),
    Example(
        "<ifm|tool_calls><ifm|tool_call>f\n<ifm|arg_key>n</ifm|arg_key>\n<ifm|arg_type>integer</ifm|arg_type>\n"
        "<ifm|arg_value>1</ifm|arg_value>\n</ifm|tool_call></ifm|tool_calls>",
        (("f", {"n": 1}),),
    ),
)
