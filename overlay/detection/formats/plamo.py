"""`plamo`: PLaMo 2.1 and 3.

    calls     = [B"tool_requests"] call+ [E"tool_requests"]
    call      = B"tool_request" name arguments E"tool_request"
    name      = B"tool_name" N E"tool_name"
    arguments = B"tool_arguments" tokens object E"tool_arguments"

B"x" is `<|plamo:begin_x:plamo|>`, E"x" `<|plamo:end_x:plamo|>`; the last token before the object is
`<|plamo:msg|>`.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import expect, take, text_to

ID = "plamo"


def _begin(part: str) -> str:
    return f"<|plamo:begin_{part}:plamo|>"


def _end(part: str) -> str:
    return f"<|plamo:end_{part}:plamo|>"


_CALL, _CALLS = _begin("tool_request"), _begin("tool_requests")
_CLOSER = re.compile(re.escape(_end("tool_arguments")))


def read(s: ParseContext) -> Parser[None]:
    """Read the calls of a section, or one call alone."""
    yield from take(s, (_CALLS,))
    count, end = 0, s.at
    while (yield from take(s, (_CALL,))):
        yield from _call(s, s.at - len(_CALL))
        count, end = count + 1, s.at
    if not count:
        raise NotACall("no call in the section")
    s.rewind(end)
    yield from take(s, (_end("tool_requests"),))


def _call(s: ParseContext, start: int) -> Parser[None]:
    yield from expect(s, _begin("tool_name"))
    name = (yield from text_to(s, _end("tool_name"))).strip()
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    yield from expect(s, _begin("tool_arguments"))
    while (yield from take(s, ("<|plamo:constrain|>json", "<|plamo:msg|>"))):
        pass
    if (yield from s.space()) != "{":
        raise EndOfInput if s.eof and s.pos == len(s.buf) else NotACall("no object of arguments")
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    repaired, worse = parsed(draft, s.slice(body, s.at), name, close=problem is not None)
    s.close(draft, repaired=repaired, error=worse)
    yield from take(s, (_end("tool_arguments"),))
    yield from take(s, (_end("tool_request"),))


FAMILY = CallFormat(ID, 0, (_CALLS, _CALL), read)

EXAMPLES = (
    Example(
        "<|plamo:begin_tool_requests:plamo|><|plamo:begin_t"
        "ool_request:plamo|><|plamo:begin_tool_name:plamo|>f"
        "<|plamo:end_tool_name:plamo|><|plamo:begin_tool_ar"
        "guments:plamo|><|plamo:constrain|>json<|plamo:msg|>"
        '{"a": "x"}<|plamo:end_tool_arguments:plamo|><|plamo:en'
        "d_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
        F,
    ),
)
