"""`function_param`: MiniCPM5 and others.

    call = "<function name=…>" ("<param name=…>" text "</param>")* "</function>"

Text is raw, typed by the schema. Other documents have such tags too, so if tools are given, the name must be
one of them.
"""

from __future__ import annotations

import re

from ..argument_types import typed, unwrap
from ..examples import NOW, Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import skip_to
from ..unclosed_values import Ending, end_argument
from ..value_terminators import ValueTerminators
from ..xml_tags import tag
from ..xml_values import value

ID = "function_param"
_CHILDREN = ("<param ", "<parameter ", "</function>")
_KEY = re.compile(r"""<\S+\s+name\s*=\s*["']?([^"'<>]+)""", re.IGNORECASE)


def _ends(name: str, pending: frozenset[str]) -> ValueTerminators:
    return ValueTerminators(
        closers=(f"</{name}>",),
        follow=_CHILDREN,
        openers=(f"<{name} name",),
        again=(f"<{name} ",),
        outer=("<function name",),
        outer_closers=("</function>",),
        outer_follow=("<function name",),
        starts=(f"<{name} name",),
        key=_KEY,
        pending=pending,
    )


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    opener = yield from tag(s)
    name = opener.get("name")
    if opener.name != "function" or opener.empty or not name or (s.tools.given and name not in s.tools):
        raise NotACall("no function of the tools")
    draft = s.draft(ID, start)
    draft.named(name)
    draft.mended = opener.holds_more_than("name", "id")
    schemas = s.tools.parameters(name)
    while True:
        if (yield from skip_to(s, _CHILDREN)) is None:
            raise NotACall("text between parameters")
        child = yield from tag(s)
        draft.show()
        draft.mended |= child.holds_more_than("name", "type") or (child.name == "function" and child.rest)
        if child.name == "function":
            s.close(draft)
            return
        key = child.get("name")
        if key is None:
            raise NotACall("a parameter without a name")
        raw, ending = "", Ending.CLOSED
        sink = draft.argument(key)
        if not child.empty:
            pending = frozenset(schemas.keys() - draft.arguments.keys() - {key})
            raw, ending = yield from value(s, _ends(child.name, pending), sink)
        end_argument(draft, key, ending, raw, schemas)
        draft.put(key, typed(unwrap(raw), schemas.get(key)))


FAMILY = CallFormat(ID, 2, ("<function ",), read)

EXAMPLES = (
    Example('<function name="f"><param name="a"><![CDATA[x]]></param></function>', F),
    Example('<function name="now"></function>', NOW, ("now",)),
)
