"""`gemma`: an object notation without quotes around keys.

call  = "<|tool_call>call:" N object "<tool_call|>"
      | "<start_function_call>call:" N object "<end_function_call>"
value = Q text Q | object | list | number | true | false | null      Q = '<|"|>' or "<escape>"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..argument_types import literal
from ..call_builder import CallBuilder
from ..examples import Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import expect, take, word_to_mark

ID = "gemma"
_PAIRS = {"<|tool_call>": "<tool_call|>", "<start_function_call>": "<end_function_call>"}
_QUOTES = ('<|"|>', "<escape>")
_KEY_END = re.compile(r"[:{}\[\],<]")
_BARE_END = re.compile(r"[,}\]<]")
_DEEPEST = 64


def _reader(opener: str, closer: str) -> Callable[[ParseContext], Parser[None]]:
    def read(s: ParseContext) -> Parser[None]:
        start = s.at
        s.pos += len(opener)
        yield from expect(s, "call:")
        name = (yield from word_to_mark(s)).strip()
        if not name or " " in name:
            raise NotACall("no name of a function")
        draft = s.draft(ID, start)
        draft.named(name)
        if (yield from s.space()) != "{":
            raise NotACall("no object of arguments")
        draft.show()
        s.pos += 1
        while (key := (yield from _key(s))) is not None:
            draft.arguments[key] = yield from _argument(s, draft, key)
        yield from expect(s, closer)
        s.close(draft)

    return read


def _argument(s: ParseContext, draft: CallBuilder, key: str) -> Parser[Any]:
    sink = draft.argument(key)
    quote = yield from take(s, _QUOTES)
    if quote:
        found: Any = yield from _text(s, quote, sink)
    else:
        start = s.at
        found = yield from _value(s, 0)
        sink(s.slice(start, s.at))
    draft.argument_over()
    return found


def _key(s: ParseContext) -> Parser[str | None]:
    """Read the next key and its colon; return None past the closing brace."""
    yield from take(s, (",",))
    if (yield from take(s, ("}",))):
        return None
    quote = yield from take(s, _QUOTES)
    if quote:
        key: str = yield from _text(s, quote, None)
    else:
        yield from s.space()
        start = s.at
        yield from s.until(_KEY_END)
        key = s.slice(start, s.at).strip().strip("\"'")
    yield from expect(s, ":")
    if not key or len(key) > 256:
        raise NotACall("no key")
    return key


def _text(s: ParseContext, quote: str, sink: Callable[[str], None] | None) -> Parser[str]:
    """Read the text up to the closing quote, and the quote; return the text."""
    start = s.at
    while True:
        pos = s.pos
        place = s.buf.find(quote, pos)
        safe = place if place >= 0 else max(len(s.buf) - len(quote) + 1, pos)
        if sink and safe > pos:
            sink(s.buf[pos:safe])
        s.pos = safe
        if place >= 0:
            text = s.slice(start, s.at)
            s.pos += len(quote)
            return text
        if s.eof:
            raise EndOfInput
        yield


def _value(s: ParseContext, depth: int) -> Parser[Any]:
    if depth > _DEEPEST:
        raise NotACall("nested too deep")
    found = yield from take(s, ("{", "[", *_QUOTES))
    if found == "{":
        inner: dict[str, Any] = {}
        while (key := (yield from _key(s))) is not None:
            inner[key] = yield from _value(s, depth + 1)
        return inner
    if found == "[":
        items: list[Any] = []
        while (yield from take(s, ("]",))) is None:
            items.append((yield from _value(s, depth + 1)))
            yield from take(s, (",",))
        return items
    if found:
        return (yield from _text(s, found, None))
    start = s.at
    yield from s.until(_BARE_END)
    word = s.slice(start, s.at).strip()
    if not word:
        raise NotACall("no value")
    return literal(word)


FAMILIES = tuple(CallFormat(ID, 0, (opener,), _reader(opener, closer)) for opener, closer in _PAIRS.items())

EXAMPLES = (
    Example('<|tool_call>call:f{a:<|"|>x<|"|>}<tool_call|>', F),
    Example("<start_function_call>call:f{a:<escape>x<escape>}<end_function_call>", F),
    Example(
        '<|tool_call>call:f{n:{k:[1,<|"|>v<|"|>]},b:true}<tool_call|>',
        (("f", {"n": {"k": [1, "v"]}, "b": True}),),
    ),
)
