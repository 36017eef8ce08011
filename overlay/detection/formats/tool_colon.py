"""`tool_colon`: MemberPress AI Assistant's markup.

    call = "<tool:" name ">" [object] ("</tool>" | "</tool:" name ">")

The object holds the arguments; anything that isn't JSON is an error that names the tool and the place.
A code block around the object, or a brace too many, makes the call `repaired`.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import take
from ..xml_tags import ahead, tag

ID = "tool_colon"
_NAME = re.compile(r"[\w.:/-]+")
_CLOSER = re.compile(r"</tool(?::[^<>]*)?>", re.IGNORECASE)


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    opener = yield from tag(s)
    name = opener.text[len("<tool:") : -1].rstrip("/").strip()
    if not _NAME.fullmatch(name):
        raise NotACall("no tool's name")
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    if opener.empty:
        s.close(draft)
        return
    fenced = yield from take(s, ("```json", "```"))
    body = s.at
    if (yield from s.space()) == "{":
        problem = yield from arguments(s, draft, _CLOSER)
    elif s.eof and s.pos == len(s.buf):
        raise EndOfInput
    else:
        problem = None
    end = s.at
    stray = fenced is not None
    while not problem and (yield from take(s, ("}",))):
        stray = True
    if fenced:
        yield from take(s, ("```",))
    yield from s.space()
    if problem or (yield from ahead(s, ("</tool>", "</tool:"))) is None:
        s.rewind(end if not problem else body)
        yield from s.read_past(_CLOSER, 300)
        text = s.slice(body, s.at - len("</tool>"))
        problem = parsed(draft, text, name)[1] or f"tool {name}: text after the JSON object"
        s.close(draft, error=problem)
        return
    closer = yield from tag(s)
    repaired, problem = parsed(draft, s.slice(body, end), name)
    other = closer.text[len("</tool") : -1].removeprefix(":").strip() not in ("", name)
    s.close(draft, repaired=repaired or stray or other, error=problem)


FAMILY = CallFormat(ID, 2, ("<tool:",), read)

EXAMPLES = (
    Example('<tool:f>{"a": "x"}</tool>', F),
    Example('<tool:f>\n{"a": "</tool>"}\n</tool:f>', (("f", {"a": "</tool>"}),)),
)
