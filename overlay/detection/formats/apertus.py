"""`apertus`: a list of objects, each with the tool's name as its only key.

calls = "<|tools_prefix|>" "[" {"N": {…}}, … "]" "<|tools_suffix|>"
"""

from __future__ import annotations

import re

from ..examples import NOW, Example, F
from ..json_arguments import arguments, parsed
from ..json_stream import MalformedJson, next_item, next_key, skip_space_and_comments
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import take

ID = "apertus"
_OPENER, _END = "<|tools_prefix|>", "<|tools_suffix|>"
_CLOSER = re.compile(re.escape(_END))


def read(s: ParseContext) -> Parser[None]:
    """Read the list."""
    s.pos += len(_OPENER)
    if (yield from s.space()) != "[":
        raise NotACall("no list")
    s.pos += 1
    count = 0
    try:
        while (yield from next_item(s, first=not count)) == "{":
            start = s.at
            s.pos += 1
            while (name := (yield from next_key(s))) is not None:
                count += yield from _call(s, name, start)
                start = s.at
    except MalformedJson as problem:
        raise NotACall(str(problem)) from None
    if not count:
        raise NotACall("no call in the list")
    yield from take(s, (_END,))


def _call(s: ParseContext, name: str, start: int) -> Parser[int]:
    if (yield from skip_space_and_comments(s)) != "{":
        raise NotACall("no object of arguments")
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    repaired, worse = parsed(draft, s.slice(body, s.at), name)
    ended = yield from _ended(s)
    s.close(draft, repaired=repaired or not ended, error=worse or problem)
    return 1


def _ended(s: ParseContext) -> Parser[bool]:
    """Return whether the object ends after its only call, and the list goes on or ends after that."""
    end = s.at
    well = (yield from take(s, ("}",))) is not None
    found = yield from take(s, (",", "]"))
    well &= found == "," or (found == "]" and (yield from take(s, (_END,))) is not None)
    s.rewind(end)
    return well


FAMILY = CallFormat(ID, 0, (_OPENER,), read)

EXAMPLES = (Example('<|tools_prefix|>[{"f": {"a": "x"}}, {"now": {}}]<|tools_suffix|>', F + NOW),)
