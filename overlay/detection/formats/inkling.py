"""`inkling`: a token before the JSON of a call.

    call = [name] "<|content_invoke_tool_json|>" {"name", "args"} "<|end_message|>"

The name in the JSON counts, not the one before the token.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_calls import Style, calls
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import take

_OPENER, _END = "<|content_invoke_tool_json|>", "<|end_message|>"
_STYLE = Style("inkling", wrapped=True, closer=re.compile(re.escape(_END)))


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    s.pos += len(_OPENER)
    if (yield from s.space()) != "{" or not (yield from calls(s, _STYLE)):
        raise NotACall("no JSON that is a call")
    yield from take(s, (_END,))


FAMILY = CallFormat("inkling", 0, (_OPENER,), read)

EXAMPLES = (
    Example(
        '<|message_model|>f<|content_invoke_tool_json|>{"name": "f", "args": {"a": "x"}}<|end_message|>', F
    ),
)
