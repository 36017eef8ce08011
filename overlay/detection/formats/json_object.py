"""`json_object` and `tool_request`: calls that are bare JSON objects.

    call = {"name", "arguments" | "parameters"} | {"function": call} | {"function_name", "function_args"}
         | {"thoughts", "tool_request": call | [call, …]} | {"tool_calls": [call, …]} | [call, …]

Arguments are the object, or a string that holds it as JSON. Sources: OpenAI, mcp-client-for-ollama, Llama.
"""

from __future__ import annotations

import re

from ..examples import NOW, Example, F
from ..json_call_shapes import ARGUMENT_KEYS, CONTAINERS, NAME_KEYS, NEEDED
from ..json_calls import Style, calls
from ..json_stream import BARE_START, QUOTES, skip_space_and_comments
from ..parse_context import CallFormat, ParseContext
from ..plain_json_calls import HARMLESS, plain_object
from ..stream_buffer import NotACall, Parser

ID = "json_object"
_STYLE = Style(ID)


def read(s: ParseContext) -> Parser[None]:
    """Read one object or list; JSON that is not a call is skipped as a whole, so no other format tries it."""
    start = s.at
    opener = s.buf[s.pos]
    s.pos += 1
    char = yield from skip_space_and_comments(s)
    if not char or not (char == "{" if opener == "[" else char in QUOTES or BARE_START.match(char)):
        raise NotACall("no JSON object")
    s.rewind(start)
    yield from calls(s, _STYLE)


def whole(s: ParseContext) -> bool:
    """Read one object that is clearly a call or clearly not a call; return False for any other."""
    if s.buf[s.pos] != "{":
        return False
    other = None if s.buf.startswith('{"', s.pos) else _OTHER.match(s.buf, s.pos)
    if other:
        s.pos, s.pending_from = other.end(), None
        return True
    return plain_object(s, _STYLE) is not None


# Other text in braces, such as CSS rules and JavaScript objects: bare keys with plain values; the first key
# is not a key of a call. `_OTHER` matches such text to its end; it is not a call. `_REFUSED` matches up to
# where the text stops being JSON.
_GAP = r"\s*+(?:(?:\#|//)[^\n]*+(?=\n)\s*+)*+"
_NO_CALLS = rf"(?!(?:{'|'.join(CONTAINERS)})\b)"
_KEY = rf"{_NO_CALLS}[\w$][\w$.-]{{0,63}}+(?![\w$.-]){_GAP}"
_TEXT = r'"[^"\\\n]*+"'
_PLAIN = r"""[^"'“‘{}\[\]/<]*+"""
_INNER = rf"{_PLAIN}(?:{_TEXT}{_PLAIN})*+"
_VALUE = rf"""(?: {_TEXT} | '[^\\'’‘]*+['’‘](?=\s*+[,:}}\]])
  | [^\s,:{{}}\[\]"'<“‘/\#][^\s,:{{}}\[\]"'<]*+ | \[{_INNER}\] | \{{{_INNER}\}} )"""
_OURS = "|".join(sorted({*HARMLESS, *NAME_KEYS, *ARGUMENT_KEYS}))
_MEMBERS = rf"\{{{_GAP}(?!(?:{_OURS})\s*:)(?:{_KEY}:{_GAP}{_VALUE}{_GAP}(?:,{_GAP})?+)++"
_OTHER = re.compile(rf"{_MEMBERS}\}}", re.VERBOSE)
_REFUSED = re.compile(
    rf"""\[\s*+(?=[^\s{{/\#]) | {_MEMBERS}(?:{_KEY}(?=[^\s:/\#\w$.-]) | (?=[^\s,/\#}}"'“‘\w$]))""",
    re.VERBOSE,
)
FAMILY = CallFormat(ID, 3, ("{", "["), read, refused=_REFUSED, whole=whole, needs=NEEDED)

EXAMPLES = (
    Example('{"name": "f", "arguments": {"a": "x"}}', F),
    Example(
        '[{"name": "f", "parameters": {"a": "x"}}, {"function_name": "now", "function_args": {}}]', F + NOW
    ),
    Example('{"function": {"name": "f", "arguments": "{\\"a\\": \\"x\\"}"}}', F),
    Example('{"tool_calls": [{"id": "1", "function": {"name": "f", "arguments": {"a": "x"}}}]}', F),
    Example('{"thoughts": "so", "tool_request": {"name": "f", "parameters": {"a": "x"}}}', F),
)
