"""`jsonl`: MCP SuperAssistant's call as a series of JSON objects, one a line.

call = {"type": "function_call_start", "name", "call_id"} part* {"type": "function_call_end"}
part = {"type": "description", "text"} | {"type": "parameter", "key" | "name", "value"}

Arguments are JSON values. White space, commas and one pair of brackets around the objects don't count.
"""

from __future__ import annotations

from typing import Any, cast

from ..draft import Draft
from ..examples import NOW, Example, F
from ..jsonread import QUOTES, Bad, echoed, gap, next_key, string, value
from ..mend import NotJson, loads
from ..scan import Family, Scan
from ..source import Cut, Refuted, Steps

ID = "jsonl"
_START_KEYS = frozenset(["type", "name", "call_id", "id"])


def read(s: Scan) -> Steps[None]:
    """One call or several in a row, in a list or not."""
    if s.buf[s.pos] == "[":
        s.pos += 1
        if (yield from gap(s)) != "{":
            raise Refuted("no list of objects")
    end = s.at
    count = 0
    while True:
        start = s.at
        found = yield from _start(s)
        if found is None:
            break
        yield from _call(s, start, *found)
        count += 1
        end = s.at
        char = yield from _separators(s)
        if char != "{":
            end = s.at if char == "]" else end
            break
    if not count:
        raise Refuted("no start of a call")
    s.rewind(end)
    if count and (yield from s.peek(1)) == "]":
        s.pos += 1


def _separators(s: Scan) -> Steps[str]:
    char = yield from s.space()
    while char == ",":
        s.pos += 1
        char = yield from s.space()
    return char


def _start(s: Scan) -> Steps[tuple[dict[str, Any], bool] | None]:
    """The object that starts a call; None (nothing consumed) if it is another one."""
    start = s.at
    s.pos += 1
    try:
        while (key := (yield from next_key(s, strict=True))) is not None:
            char = yield from gap(s)
            if key not in _START_KEYS or not char or char in "{[":
                s.rewind(start)
                return None
            said: list[str] = []
            yield from string(s, said.append, strict=True) if char in QUOTES else value(s)
            if key == "type" and "".join(said) != "function_call_start":
                s.rewind(start)
                return None
        found, repaired = loads(s.slice(start, s.at))
    except (Bad, NotJson):
        s.rewind(start)
        return None
    return (found, repaired) if found.get("type") == "function_call_start" and found.get("name") else None


def _call(s: Scan, start: int, opener: dict[str, Any], repaired: bool) -> Steps[None]:
    draft = s.draft(ID, start)
    call_id = opener.get("call_id", opener.get("id"))
    draft.named(str(opener["name"]), None if call_id is None else str(call_id))
    draft.show()
    said: list[str] = []
    error: str | None = None
    while True:
        before = s.at
        char = yield from _separators(s)
        if char == "":
            raise Cut
        if char != "{":
            s.rewind(before)
            s.close(draft, complete=False, error=f"tool {draft.name}: no function_call_end")
            return
        try:
            part, mended = yield from _part(s, draft)
        except (Bad, NotJson) as problem:
            error = error or f"tool {draft.name}: a line is no JSON: {problem}"
            continue
        repaired |= mended
        kind = part.get("type")
        key = part.get("key", part.get("name"))
        if kind == "function_call_end":
            s.close(draft, repaired=repaired, error=error, description="\n".join(said) or None)
            return
        if kind == "function_call_start":
            s.rewind(before)
            s.close(draft, complete=False, error=f"tool {draft.name}: no function_call_end")
            return
        if kind == "description" and isinstance(part.get("text"), str):
            said.append(part["text"])
        elif kind == "parameter" and isinstance(key, str):
            draft.arguments[key] = part.get("value")


def _part(s: Scan, draft: Draft) -> Steps[tuple[dict[str, Any], bool]]:
    """One object of the series; a parameter's value is shown as it comes."""
    start = s.at
    s.pos += 1
    seen: dict[str, str] = {}
    try:
        while (member := (yield from next_key(s))) is not None:
            char = yield from gap(s)
            key = seen.get("key", seen.get("name"))
            if member == "value" and seen.get("type") == "parameter" and key is not None:
                sink = draft.argument(key)
                if char and char in QUOTES:
                    yield from string(s, sink)
                else:
                    yield from echoed(s, value(s), sink)
                draft.argument_over()
            elif char and char in QUOTES:
                words: list[str] = []
                yield from string(s, words.append)
                seen[member] = "".join(words)
            else:
                yield from value(s)
    except Bad:
        s.rewind(start)
        yield from value(s)
    found, repaired = loads(s.slice(start, s.at))
    return cast("dict[str, Any]", found), repaired


FAMILY = Family(ID, 1, ("{", "["), read)

EXAMPLES = (
    Example(
        '{"type":"function_call_start","name":"f","call_id":1}\n{"type":"description","text":"why"}\n'
        '{"type":"parameter","key":"a","value":"x"}\n{"type":"function_call_end","call_id":1}',
        F,
    ),
    Example('[{"type": "function_call_start", "name": "now"}, {"type": "function_call_end"}]', NOW),
)
