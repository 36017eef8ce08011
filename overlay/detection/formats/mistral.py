"""`mistral`: Mistral's token, in its three generations.

calls = "[TOOL_CALLS]" (list | object) | ("[TOOL_CALLS]" name ["[CALL_ID]" id] ["[ARGS]"] object)+
"""

from __future__ import annotations

from ..examples import NOW, Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..json_calls import Style, calls
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import take, word_to_mark

ID = "mistral"
_OPENER = "[tool_calls]"
_STYLE = Style(ID, wrapped=True)


def read(s: ParseContext) -> Parser[None]:
    """Read the calls after the token, and those after each further token."""
    count, end = 0, s.at
    while (yield from take(s, (_OPENER,))):
        start = s.at - len(_OPENER)
        if (yield from s.space()) in ("[", "{"):
            count += yield from calls(s, _STYLE)
        else:
            count += yield from _named(s, start)
        end = s.at
    s.rewind(end)
    if not count:
        raise NotACall("no call behind the token")


def _named(s: ParseContext, start: int) -> Parser[int]:
    name = (yield from word_to_mark(s)).strip()
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a function")
    name, glued = s.tools.unglued(name)
    draft = s.draft(ID, start)
    draft.named(name)
    if (yield from take(s, ("[call_id]",))):
        draft.named(name, (yield from word_to_mark(s)).strip())
    yield from take(s, ("[args]",))
    char = yield from s.space()
    if char != "{":
        if s.eof and s.pos == len(s.buf):
            raise EndOfInput
        raise NotACall("no object of arguments")
    draft.show()
    body = s.at
    problem = yield from arguments(s, draft)
    end = s.at
    repaired, worse = parsed(draft, s.slice(body, end), name)
    char = yield from s.space()
    repaired |= char in ("}", "]", "{") and s.pos < len(s.buf)
    s.rewind(end)
    s.close(draft, end=end, repaired=repaired or glued, error=worse or problem)
    return 1


FAMILY = CallFormat(ID, 0, (_OPENER,), read)

EXAMPLES = (
    Example('[TOOL_CALLS]f[ARGS]{"a": "x"}[TOOL_CALLS]now[CALL_ID]9[ARGS]{}', F + NOW),
    Example('[TOOL_CALLS] [{"name": "f", "arguments": {"a": "x"}}]', F),
)
