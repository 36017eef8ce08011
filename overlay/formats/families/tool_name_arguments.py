"""`tool_name_arguments`: name and arguments in a tag each, as mcp-client-for-ollama's prompt asks.

    call = "<tool_name>" N "</tool_name>" ["<arguments>" (object | ("<" k ">" text "</" k ">")*)
    "</arguments>"]

Values in tags are JSON literals or text.
"""

from __future__ import annotations

import re

from ..draft import Draft
from ..examples import NOW, Example, F
from ..jsonargs import arguments, parsed
from ..scan import Family, Scan
from ..shapes import PLAIN_NAME
from ..source import Cut, Refuted, Steps
from ..tokens import must, skip_to, take, text_to
from ..values import literal, typed, unwrap
from ..xmlvalue import Ends, value

ID = "tool_name_arguments"
_END = "</arguments>"
_CLOSER = re.compile(_END, re.IGNORECASE)
_KEY = re.compile(r"[A-Za-z_][\w.-]*")


def read(s: Scan) -> Steps[None]:
    """One call."""
    start = s.at
    s.pos += len("<tool_name>")
    name = (yield from text_to(s, "</tool_name>")).strip()
    if not PLAIN_NAME.fullmatch(name):
        raise Refuted("no name of a tool")
    end = s.at
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    if (yield from take(s, ("<arguments>",))) is None:
        s.rewind(end)
        cut = not s.slice(end, s.length).strip()  # its arguments may have been cut off with the text
        s.close(draft, repaired=cut)
        return
    body = s.at
    if (yield from s.space()) == "{":
        problem = yield from arguments(s, draft, _CLOSER)
        text = s.slice(body, s.at)
        if problem:
            found = yield from s.past(_CLOSER, len(_END))
            text = s.slice(body, s.at - len(found[0]))
        else:
            yield from must(s, _END)
        repaired, problem = parsed(draft, text, name, close=problem is not None)
        s.close(draft, repaired=repaired, error=problem)
        return
    while (found := (yield from skip_to(s, (_END, "<")))) == "<":
        yield from _field(s, draft)
    if found is None:
        raise Cut if s.eof else Refuted("text between arguments")
    s.pos += len(_END)
    s.close(draft)


def _field(s: Scan, draft: Draft) -> Steps[None]:
    s.pos += 1
    key = yield from text_to(s, ">")
    if not _KEY.fullmatch(key):
        raise Refuted("no argument's tag")
    ends = Ends(closers=(f"</{key.lower()}>",), follow=(_END, "<"))
    raw, _ = yield from value(s, ends, draft.argument(key))
    draft.argument_over()
    schema = s.tools.parameters(draft.name).get(key)
    text = unwrap(raw)
    draft.arguments[key] = typed(text, schema) if schema else literal(text)


FAMILY = Family(ID, 2, ("<tool_name>",), read)

EXAMPLES = (
    Example('<tool_name>f</tool_name>\n<arguments>{"a": "x"}</arguments>', F),
    Example("<tool_name>f</tool_name>\n<arguments>\n<a>x</a>\n</arguments>", F),
    Example("<tool_name>now</tool_name> is what I call.", NOW),
)
