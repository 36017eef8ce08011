"""`jsonl`: MCP SuperAssistant's call as a series of JSON objects, one a line.

    call = {"type": "function_call_start", "name", "call_id"} part* {"type": "function_call_end"}
    part = {"type": "description", "text"} | {"type": "parameter", "key" | "name", "value"}

Arguments are JSON values. White space, commas and one pair of brackets around the objects are ignored. The
parts of several calls may interleave if each has its `call_id`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, cast

from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..json_call_shapes import NEEDED
from ..json_stream import QUOTES, MalformedJson, next_key, skip_space_and_comments, string, tee, value
from ..lenient_json import InvalidJson, loads
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser

ID = "jsonl"
_MOST = 32  # calls open at the same time
_PART_KEYS = {
    "parameter": frozenset(["type", "key", "name", "value", "call_id", "id"]),
    "description": frozenset(["type", "text", "call_id", "id"]),
    "function_call_end": frozenset(["type", "call_id", "id", "name"]),
}
_START_KEYS = frozenset(["type", "name", "call_id", "id"])


def read(s: ParseContext) -> Parser[None]:
    """Read one call or several in a row, in a list or not."""
    if s.buf[s.pos] == "[":
        s.pos += 1
        if (yield from skip_space_and_comments(s)) != "{":
            raise NotACall("no list of objects")
    end = s.at
    count = 0
    while True:
        start = s.at
        found = yield from _start(s)
        if found is None:
            break
        yield from _calls(s, start, *found)
        count += 1
        end = s.at
        char = yield from _separators(s)
        if char != "{":
            end = s.at if char == "]" else end
            break
    if not count:
        raise NotACall("no start of a call")
    s.rewind(end)
    if count and (yield from s.peek(1)) == "]":
        s.pos += 1


def _separators(s: ParseContext) -> Parser[str]:
    char = yield from s.space()
    while char == ",":
        s.pos += 1
        char = yield from s.space()
    return char


def _start(s: ParseContext) -> Parser[tuple[dict[str, Any], bool] | None]:
    """Read the object that starts a call; return None, with nothing consumed, if it is another object."""
    start = s.at
    s.pos += 1
    try:
        while (key := (yield from next_key(s, strict=True))) is not None:
            char = yield from skip_space_and_comments(s)
            if key not in _START_KEYS or not char or char in "{[":
                s.rewind(start)
                return None
            said: list[str] = []
            yield from string(s, said.append, strict=True) if char in QUOTES else value(s)
            if key == "type" and "".join(said) != "function_call_start":
                s.rewind(start)
                return None
        found, repaired = loads(s.slice(start, s.at))
    except (MalformedJson, InvalidJson):
        s.rewind(start)
        return None
    return (found, repaired) if found.get("type") == "function_call_start" and found.get("name") else None


@dataclass
class _Open:
    """A call that has started and not ended."""

    draft: CallBuilder
    repaired: bool
    said: list[str] = field(default_factory=list[str])
    error: str | None = None

    @property
    def id(self) -> str | None:
        return self.draft.call_id


class _Series:
    """The calls that are open at the same time: `call_id` says which of them a part belongs to."""

    def __init__(self, s: ParseContext) -> None:
        self.s = s
        self.open: list[_Open] = []
        self.given: set[str] = set()

    def start(self, start: int, opener: dict[str, Any], repaired: bool) -> None:
        """Start a call: beside the open ones if all have different ids, otherwise in their place."""
        call_id = _id(opener)
        if any(call_id is None or one.id in (None, call_id) for one in self.open) or len(self.open) >= _MOST:
            self.give_up()
        self.given |= {call_id} if call_id else set()
        draft = self.s.draft(ID, start)
        draft.named(str(opener["name"]), call_id)
        draft.show()
        self.open.append(_Open(draft, repaired))

    def of(self, part: dict[str, Any]) -> _Open | None:
        """Return the call that `part` belongs to: the one with its id, or without an id the one started last.

        None if it belongs to a call that has ended. If one call is open, an unknown id is treated as a
        mistake of the model, and means that call.
        """
        call_id = _id(part)
        if call_id is None:
            return self.open[-1]
        slip = self.open[0] if len(self.open) == 1 and call_id not in self.given else None
        return next((one for one in self.open if one.id == call_id), slip)

    def end(self, one: _Open) -> None:
        """Close the call as complete."""
        self.open.remove(one)
        said = "\n".join(one.said) or None
        self.s.close(one.draft, repaired=one.repaired, error=one.error, description=said)

    def give_up(self) -> None:
        """Close the open calls as incomplete: their end is missing."""
        for one in self.open:
            self.s.close(one.draft, complete=False, error=f"tool {one.draft.name}: no function_call_end")
        self.open.clear()


def _id(part: dict[str, Any]) -> str | None:
    call_id = part.get("call_id", part.get("id"))
    return None if call_id is None or isinstance(call_id, (dict, list)) else str(call_id)  # pyright: ignore


def _calls(s: ParseContext, start: int, opener: dict[str, Any], repaired: bool) -> Parser[None]:
    """Read the call that starts here, and those that start before it has ended."""
    series = _Series(s)
    series.start(start, opener, repaired)
    while series.open:
        before = s.at
        char = yield from _separators(s)
        if char == "":
            raise EndOfInput
        if char != "{":
            s.rewind(before)
            series.give_up()
            return
        here = s.at
        try:
            part, mended = yield from _part(s, series)
        except (MalformedJson, InvalidJson) as problem:
            one = series.open[-1]
            one.error = one.error or f"tool {one.draft.name}: a line is not valid JSON: {problem}"
            continue
        kind = part.get("type")
        if kind == "function_call_start" and part.get("name"):
            series.start(here, part, mended)
            continue
        one = series.of(part)
        if one is None:
            series.open[-1].repaired = True  # a part that is not used
            continue
        one.repaired |= mended or (one.id is not None and _id(part) not in (None, one.id))
        one.repaired |= not part.keys() <= _PART_KEYS.get(str(kind), frozenset())
        key = part.get("key", part.get("name"))
        if kind == "function_call_end":
            series.end(one)
        elif kind == "description" and isinstance(part.get("text"), str):
            one.said.append(part["text"])
        elif kind == "parameter" and isinstance(key, str):
            one.draft.put(key, part.get("value"))
            one.repaired |= "value" not in part


def _part(s: ParseContext, series: _Series) -> Parser[tuple[dict[str, Any], bool]]:
    """Read one object of the series; show a parameter's value as it arrives, if its call is known."""
    start = s.at
    s.pos += 1
    seen: dict[str, Any] = {}
    try:
        while (member := (yield from next_key(s))) is not None:
            char = yield from skip_space_and_comments(s)
            key = seen.get("key", seen.get("name"))
            sure = len(series.open) == 1 or _id(seen) is not None
            one = series.of(seen) if sure and member == "value" and seen.get("type") == "parameter" else None
            if one and key is not None:
                draft = one.draft
                sink = draft.argument(key)
                if char and char in QUOTES:
                    yield from string(s, sink)
                else:
                    yield from tee(s, value(s), sink)
                draft.argument_over()
            elif char and char in QUOTES:
                words: list[str] = []
                yield from string(s, words.append)
                seen[member] = "".join(words)
            else:
                begin = s.at
                yield from value(s)
                if member in ("call_id", "id"):
                    seen[member] = s.slice(begin, s.at).strip()
    except MalformedJson:
        s.rewind(start)
        yield from value(s)
    found, repaired = loads(s.slice(start, s.at))
    return cast("dict[str, Any]", found), repaired


# Matches a key or a type that the start of a call never has, or a list of anything but objects.
_REFUSED = re.compile(
    r"""(?=\{\s*+(?:"(?:name|call_id|id)"\s*+:\s*+(?:"[^"\\\n]*+"|[\w.+-]++)\s*+,\s*+)*+
          (?: "(?!(?:type|name|call_id|id)")[^"\\\n]*+"\s*+:\s*+[^\s/\#]
            | (?!(?:type|name|call_id|id)\s*+:)[\w$][\w$.-]*+\s*+:\s*+[^\s/\#]
            | "type"\s*+:\s*+"(?!function_call_start")[^"\\\n]*+" ))
      | \[\s*+(?=[^\s{/\#])""",
    re.VERBOSE,
)
FAMILY = CallFormat(ID, 1, ("{", "["), read, refused=_REFUSED, needs=NEEDED)

EXAMPLES = (
    Example(
        '{"type":"function_call_start","name":"f","call_id":1}\n{"type":"description","text":"why"}\n'
        '{"type":"parameter","key":"a","value":"x"}\n{"type":"function_call_end","call_id":1}',
        F,
    ),
    Example('[{"type": "function_call_start", "name": "now"}, {"type": "function_call_end"}]', NOW),
)
