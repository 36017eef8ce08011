"""`json_object` and `tool_request`: calls that are bare JSON objects.

call = {"name", "arguments" | "parameters"} | {"function": call} | {"function_name", "function_args"}
     | {"thoughts", "tool_request": call | [call, …]} | {"tool_calls": [call, …]} | [call, …]

Arguments are the object, or a string that holds it as JSON. Sources: OpenAI, mcp-client-for-ollama, Llama.
"""

from __future__ import annotations

import re

from ..examples import NOW, Example, F
from ..json_calls import Style, calls
from ..json_stream import BARE_START, QUOTES, gap
from ..parse_context import Family, Scan
from ..plain_json_calls import plain_object
from ..stream_buffer import Refuted, Steps

ID = "json_object"
_STYLE = Style(ID)


def read(s: Scan) -> Steps[None]:
    """One object or list; what is JSON but no call is skipped whole, for it belongs to nobody else."""
    start = s.at
    opener = s.buf[s.pos]
    s.pos += 1
    char = yield from gap(s)
    if not char or not (char == "{" if opener == "[" else char in QUOTES or BARE_START.match(char)):
        raise Refuted("no JSON object")
    s.rewind(start)
    yield from calls(s, _STYLE)


def whole(s: Scan) -> bool:
    """One object that is plainly a call, or none."""
    return s.buf[s.pos] == "{" and plain_object(s, _STYLE) is not None


FAMILY = Family(ID, 3, ("{", "["), read, refused=re.compile(r"\[\s*+(?=[^\s{/#])"), whole=whole)

EXAMPLES = (
    Example('{"name": "f", "arguments": {"a": "x"}}', F),
    Example(
        '[{"name": "f", "parameters": {"a": "x"}}, {"function_name": "now", "function_args": {}}]', F + NOW
    ),
    Example('{"function": {"name": "f", "arguments": "{\\"a\\": \\"x\\"}"}}', F),
    Example('{"tool_calls": [{"id": "1", "function": {"name": "f", "arguments": {"a": "x"}}}]}', F),
    Example('{"thoughts": "so", "tool_request": {"name": "f", "parameters": {"a": "x"}}}', F),
)
