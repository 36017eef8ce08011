"""`tool_name_arguments`: name and arguments in a tag each, as mcp-client-for-ollama's prompt asks.

    call = "<tool_name>" N "</tool_name>"
           ["<arguments>" (object | ("<" k ">" text "</" k ">")*) "</arguments>"]

Values in tags are JSON literals or text; `<parameters>` may replace `<arguments>`.
"""

from __future__ import annotations

from typing import Any

from ..argument_types import literal, typed
from ..examples import NOW, Example, F
from ..named_tags import NAME, arguments_of, name_of
from ..parse_context import CallFormat, ParseContext
from ..schema_types import Schema
from ..stream_buffer import NotACall, Parser
from ..token_readers import preceding
from ..xml_tags import ahead

ID = "tool_name_arguments"
_ARGUMENTS_BEFORE = ("</arguments>", "</parameters>")
_OTHER = ("</", "<tool_name>", "<invoke", "<function")  # may follow a name without arguments


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    if preceding(s, 64).rstrip().lower().endswith(_ARGUMENTS_BEFORE):
        raise NotACall("its arguments are before it")
    s.pos += len(NAME)
    name = yield from name_of(s)
    end = s.at
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    found = yield from arguments_of(s, draft, _value)
    if found is None:
        char = yield from s.space()
        if char == "<" and not (yield from ahead(s, _OTHER)):
            raise NotACall("arguments that aren't read")
        s.rewind(end)
        s.close(draft, repaired=char == "")  # at the end of the text the arguments may be cut off
        return
    s.close(draft, repaired=found[0], error=found[1])


def _value(text: str, schema: Schema | None) -> Any:
    return typed(text, schema) if schema else literal(text)


FAMILY = CallFormat(ID, 2, (NAME,), read)

EXAMPLES = (
    Example('<tool_name>f</tool_name>\n<arguments>{"a": "x"}</arguments>', F),
    Example("<tool_name>f</tool_name>\n<arguments>\n<a>x</a>\n</arguments>", F),
    Example("<tool_name>f</tool_name>\n<parameters>\n<a>x</a>\n</parameters>", F),
    Example("<tool_name>now</tool_name> is what I call.", NOW),
)
