"""`react`: the lines of ReAct prompts.

    call = "Action:" N line-break "Action Input:" input | "Function:" N line-break "Arguments:" object

The input is a JSON object; bare text counts only if the tool is given and takes one parameter.
"""

from __future__ import annotations

import re
from contextlib import suppress

from ..argument_types import typed
from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import expect, take

ID = "react"
_SECOND = {"action:": "action input:", "function:": "arguments:"}
_LINE_END = re.compile("\n")
_STOP = re.compile(r"\n\s*(?:Observation|Thought|Action|Final Answer)\s*:", re.IGNORECASE)


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    first = yield from expect(s, *_SECOND)
    begin = s.at
    yield from s.until(_LINE_END)
    name = s.slice(begin, s.at).strip().strip("`*\"'")
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a tool")
    yield from expect(s, _SECOND[first])
    draft = s.draft(ID, start)
    draft.named(name)
    yield from take(s, ("```json", "```"))
    if (yield from s.space()) == "{":
        draft.show()
        body = s.at
        problem = yield from arguments(s, draft)
        repaired, worse = parsed(draft, s.slice(body, s.at), name)
        s.close(draft, repaired=repaired, error=worse or problem)
        return
    keys = list(s.tools.parameters(name))
    if s.eof and s.pos == len(s.buf):
        raise EndOfInput
    if len(keys) != 1:
        raise NotACall("no object of arguments")
    draft.show()
    body = s.at
    sink = draft.argument(keys[0])
    with suppress(EndOfInput):
        yield from s.until(_LINE_END)
    text = s.slice(body, s.at).strip()
    sink(text)
    draft.argument_over()
    draft.arguments[keys[0]] = typed(text, s.tools.parameters(name)[keys[0]])
    s.close(draft)


FAMILY = CallFormat(ID, 5, (), read, line_openers=tuple(_SECOND))

EXAMPLES = (
    Example('Thought: so\nAction: f\nAction Input: {"a": "x"}\nObservation: y', F),
    Example("Action: f\nAction Input: x\n", F, ("f",)),
    Example('Function: f\nArguments: {"a": "x"}', F),
)
