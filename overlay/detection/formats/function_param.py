"""`function_param`: MiniCPM5 and others.

    call = "<function name=…>" ("<param name=…>" text "</param>")* "</function>"

Text is raw, typed by the schema. Other documents have such tags too, so if tools are given, the name must be
one of them.
"""

from __future__ import annotations

from ..argument_types import typed, unwrap
from ..examples import NOW, Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import skip_to
from ..xml_tags import tag
from ..xml_values import ValueTerminators, value

ID = "function_param"
_CHILDREN = ("<param ", "<parameter ", "</function>")
_ENDS = {
    name: ValueTerminators(
        closers=(f"</{name}>",),
        follow=_CHILDREN,
        openers=(f"<{name} name",),
        again=(f"<{name} ",),
        outer=("<function name",),
        outer_closers=("</function>",),
    )
    for name in ("param", "parameter")
}


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    opener = yield from tag(s)
    name = opener.get("name")
    if opener.name != "function" or opener.empty or not name or (s.tools.given and name not in s.tools):
        raise NotACall("no function of the tools")
    draft = s.draft(ID, start)
    draft.named(name)
    schemas = s.tools.parameters(name)
    while True:
        if (yield from skip_to(s, _CHILDREN)) is None:
            raise NotACall("text between parameters")
        child = yield from tag(s)
        draft.show()
        if child.name == "function":
            s.close(draft)
            return
        key = child.get("name")
        if key is None:
            raise NotACall("a parameter without a name")
        raw = ""
        sink = draft.argument(key)
        if not child.empty:
            raw, _ = yield from value(s, _ENDS[child.name], sink)
        draft.argument_over()
        draft.arguments[key] = typed(unwrap(raw), schemas.get(key))


FAMILY = CallFormat(ID, 2, ("<function ",), read)

EXAMPLES = (
    Example('<function name="f"><param name="a"><![CDATA[x]]></param></function>', F),
    Example('<function name="now"></function>', NOW, ("now",)),
)
