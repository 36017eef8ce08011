"""Reads calls that are JSON objects, or lists of them: shown while they stream in, checked at their end."""

from __future__ import annotations

import re
from typing import Any, cast

from .call_builder import CallBuilder
from .json_arguments import arguments, resync
from .json_call_shapes import (
    ARGUMENT_KEYS,
    CONTAINERS,
    LISTS,
    LOOSE_ARGUMENT_KEYS,
    LOOSE_NAME_KEYS,
    NAME_KEYS,
    PLAIN_NAME,
    THOUGHT_KEYS,
    USED_BESIDE,
    NoCall,
    means_arguments,
    single,
)
from .json_stream import QUOTES, MalformedJson, next_item, next_key, skip_space_and_comments, string, value
from .lenient_json import InvalidJson, loads
from .parse_context import ParseContext
from .plain_json_calls import DATA_GOES_ON, HARMLESS, SCHEMA_KEYS, Style, plain_object
from .stream_buffer import EndOfInput, NotACall, Parser

_DEEPEST = 2  # levels of lists of calls inside each other
LONGEST_CLOSER = 40
_WORDS = re.compile(
    r"""\{\s*"type"\s*:\s*"(?:text|thinking)"\s*,"""
)  # words of Anthropic's models beside calls
_ANY = re.compile("")
_LOOKED_AT = 24  # characters of arguments that show whether they are a tool definition's schema


class _Reading:
    """One object that may be a call."""

    def __init__(self, s: ParseContext, style: Style) -> None:
        self.s = s
        self.style = style
        self.draft: CallBuilder | None = None
        self.start = s.at
        self.name: str | None = None
        self.contained = False  # inside `function` or `tool_request`: can only be a call
        self.several = 0  # number of calls closed in a list inside the object
        self.doubt = False
        self.beside = False  # a member that is not used comes before the calls
        self.thoughts: str | None = None
        self.end: int | None = None  # where the object ends, if its JSON is whole
        self.tail = False  # whether a bracket too many or no closer comes after it

    def begin(self) -> CallBuilder:
        if self.draft is None:
            self.draft = self.s.draft(self.style.format, self.start)
            if self.name:
                self.draft.named(self.name)
        return self.draft

    def known(self) -> bool:
        """Return whether the name read so far may be the name of a tool."""
        name, tools = self.name, self.s.tools
        if not name or not PLAIN_NAME.fullmatch(name):
            return False
        return self.contained or self.style.wrapped or not tools.given or name in tools

    @property
    def guesses(self) -> bool:
        """Whether a spelling of `arguments` that no format prescribes counts: the name is that of a tool."""
        return bool(self.name) and self.s.tools.given and self.known()

    def give_up(self, why: str) -> None:
        """Withdraw the draft: there is no call, and the rest of the object is ordinary text."""
        if self.draft:
            self.draft.withdraw(why)
            self.s.drafts.remove(self.draft)
            self.draft = None
        self.s.pending_from = None


def calls(s: ParseContext, style: Style) -> Parser[int]:
    """Read the object or list that begins here, including its end; return its number of calls.

    Raises `NotACall` if it isn't JSON from the start.
    """
    if s.buf[s.pos] == "[":
        return (yield from _list(s, style, None))
    return (yield from _object(s, style, None))


def _list(s: ParseContext, style: Style, thoughts: str | None) -> Parser[int]:
    """Read each item separately, so that a bad one doesn't affect the others."""
    s.pos += 1
    count = 0
    first = True
    try:
        while (char := (yield from next_item(s, first=first))) != "]":
            first = False
            before, start = count, s.at
            if char == "{":
                count += yield from _object(s, style, thoughts, in_list=True)
            elif count or style.wrapped:
                yield from value(s, closer=style.closer)
            else:
                raise NotACall("a list of something else")
            if count == before and not _WORDS.match(s.slice(start, s.at)):
                s.log.mixed = True  # an item that is not used
            if not count and not style.wrapped:
                s.pending_from = None
    except MalformedJson as problem:
        if not count:
            raise NotACall(str(problem)) from None
    return count


def _object(s: ParseContext, style: Style, thoughts: str | None, *, in_list: bool = False) -> Parser[int]:
    count = plain_object(s, style, thoughts, in_list=in_list)
    if count is not None:
        return count
    reading = _Reading(s, style)
    reading.thoughts = thoughts
    try:
        yield from _members(reading, top=True)
    except MalformedJson as problem:
        if not reading.draft and not style.wrapped:
            if reading.several:
                return reading.several
            raise
        yield from resync(s, reading.start, None if in_list else style.closer)
        return _judge(reading, str(problem))
    except EndOfInput:
        _partial(reading)
        raise
    reading.end = s.at
    if in_list:
        reading.tail = style.depth == 0 and (yield from _list_tail(s, style))
    elif style.after:
        reading.tail = yield from _tail(s, style.after)
    else:
        alone = s.in_data and not style.wrapped
        reading.tail = yield from _tail(s, DATA_GOES_ON if alone else _ANY)
        s.rewind(reading.end)
        reading.tail |= not style.wrapped and s.slice(reading.start - 1, reading.start) == "{"
    bare = not (style.wrapped or in_list or reading.contained or reading.draft)
    return _judge(reading, apart=not bare or (yield from _stands_apart(s, reading.start)))


def _list_tail(s: ParseContext, style: Style) -> Parser[bool]:
    """Return whether a list that ends after its object has a bracket too many after it, or no end."""
    end = s.at
    char = yield from s.space()
    tail = char not in ("", ",", "]")
    if char == "]":
        s.pos += 1
        tail = yield from _tail(s, style.after or _ANY)
    s.rewind(end)
    return tail


def _tail(s: ParseContext, after: re.Pattern[str] = _ANY) -> Parser[bool]:
    """Skip brackets too many after JSON; return whether there were any, or the end is missing."""
    end, stray = s.at, False
    s.whole_at = end if after.match("") else None
    while (yield from s.space()) in ("}", "]") and s.pos < len(s.buf):
        s.pos += 1
        end, stray = s.at, True
    ahead = yield from s.peek(LONGEST_CLOSER)
    s.whole_at = None
    s.rewind(end)
    return stray or after.match(ahead) is None


def _stands_apart(s: ParseContext, start: int) -> Parser[bool]:
    """Return whether no sentence or code is next to the object; next to them, a name alone is not a call."""
    end = s.at
    while (char := (yield from s.peek(1))) in (" ", "\t"):
        s.pos += 1
    s.rewind(end)
    before = s.slice(max(start - 16, -1), start).rstrip(" \t")[-1:]
    return not (char.isalnum() or (char and char in "({=&|+")) and before not in ("=", "(", ")")


def _judge(reading: _Reading, problem: str | None = None, *, apart: bool = True) -> int:
    """Close the object as one call, as no call, or as the calls of its list; return the number of calls.

    `problem` is what broke the JSON, if anything; `apart` says whether no sentence or code is around the
    object.
    """
    s, style = reading.s, reading.style
    if reading.several:
        reading.give_up("its calls are in a list")
        return reading.several
    if reading.doubt and not style.wrapped and not reading.draft:
        return 0
    end = s.at if reading.end is None else reading.end
    text = s.slice(reading.start, end)
    try:
        found, repaired = loads(text, close=problem is not None and style.closer is not None)
    except InvalidJson as worse:
        return _unreadable(reading, problem or str(worse))
    try:
        shape = single(
            cast("dict[str, Any]", found),
            s.tools,
            wrapped=style.wrapped,
            strict=style.needs_arguments or not apart,
        )
    except NoCall as why:
        reading.give_up(str(why))
        return 0
    reading.name = None
    draft = reading.begin()
    draft.named(shape.name, shape.call_id)
    draft.arguments = shape.arguments
    s.close(
        draft,
        end=end,
        repaired=repaired or shape.repaired or reading.tail,
        error=shape.error,
        thoughts=shape.thoughts or reading.thoughts,
    )
    return 1


def _unreadable(reading: _Reading, problem: str) -> int:
    draft = reading.draft
    if draft is None or not draft.shown:
        reading.give_up(problem)
        return 0
    reading.s.close(draft, error=f"tool {draft.name}: the JSON can't be read: {problem}")
    return 1


def _partial(reading: _Reading) -> None:
    """Store the readable part of the arguments in the draft, since the text has ended."""
    draft, s = reading.draft, reading.s
    if draft is None or not draft.shown:
        return
    try:
        found, _ = loads(s.slice(reading.start, s.length), close=True)
        draft.arguments = single(cast("dict[str, Any]", found), s.tools, wrapped=True).arguments
    except (InvalidJson, NoCall):
        pass


def _members(reading: _Reading, *, top: bool) -> Parser[None]:
    s, style = reading.s, reading.style
    names = LOOSE_NAME_KEYS if style.wrapped else NAME_KEYS
    argument_keys = LOOSE_ARGUMENT_KEYS if style.wrapped else ARGUMENT_KEYS
    s.pos += 1
    while (key := (yield from next_key(s, strict=reading.doubt))) is not None:
        char = yield from skip_space_and_comments(s)
        if key in names and char in QUOTES and char:
            parts: list[str] = []
            yield from string(s, parts.append)
            _named(reading, "".join(parts))
        elif top and key in THOUGHT_KEYS and char in QUOTES and char:
            said: list[str] = []
            yield from string(s, said.append)
            reading.thoughts = "".join(said)
        elif key in argument_keys and char == "{" and not reading.doubt:
            yield from _arguments(reading)
        elif top and key in CONTAINERS and char == "{":
            reading.contained, reading.doubt = True, False
            s.pending_from = reading.start if s.pending_from is None else s.pending_from
            yield from _members(reading, top=False)
        elif top and key in LISTS and char == "[" and style.depth < _DEEPEST:
            reading.doubt = False
            s.log.mixed |= reading.beside
            reading.several += yield from _items(reading)
        else:
            known = key in HARMLESS or key in argument_keys or (reading.guesses and means_arguments(key))
            if top and not reading.draft and not style.wrapped and not known:
                reading.doubt = True
                s.pending_from = None
            reading.beside |= top and key not in USED_BESIDE
            yield from value(s, strict=reading.doubt, closer=style.closer)


def _items(reading: _Reading) -> Parser[int]:
    style = reading.style
    inner = Style(style.format, True, style.closer, depth=style.depth + 1)
    return (yield from _list(reading.s, inner, reading.thoughts))


def _named(reading: _Reading, name: str) -> None:
    reading.name = reading.name or name
    if reading.draft:
        reading.draft.named(reading.name)
        if reading.known():
            reading.draft.show()
    elif not reading.known():
        reading.doubt = True
        reading.s.pending_from = None
    elif reading.contained or reading.style.wrapped:
        reading.begin().show()


def _is_schema(s: ParseContext) -> Parser[bool]:
    """Return whether an object begins with a key of a schema, as soon as its first letters decide that."""
    first = ""
    for count in range(1, _LOOKED_AT + 1):
        ahead = yield from s.peek(count)
        first = ahead.lstrip("{ \t\r\n").lstrip("\"'")
        if len(ahead) < count or (first and not any(key.startswith(first) for key in SCHEMA_KEYS)):
            break
    return any(first.startswith(key) for key in SCHEMA_KEYS)


def _arguments(reading: _Reading) -> Parser[None]:
    """Read the object of arguments, shown at once unless it begins like a tool's definition."""
    s = reading.s
    draft = reading.begin()
    if reading.name and reading.known() and not (yield from _is_schema(s)):
        draft.show()
    problem = yield from arguments(s, draft, reading.style.closer)
    if problem:
        raise MalformedJson(s.at, problem)


__all__ = ["Style", "calls"]
