"""`xml_invoke`: the tags of MCP SuperAssistant's instructions, which several hosted models also print.

    calls  = "<function_calls>" invoke+ "</function_calls>" | invoke
    invoke = "<invoke name=… [call_id=…]>" parameter* "</invoke>" | "<invoke name=… />"

A parameter is `<parameter name=…>text</parameter>`; its text is raw and typed by the tool's schema. Claude 2
printed `<invoke><tool_name>N</tool_name><parameters><k>text</k></parameters></invoke>` (Anthropic's
documentation of its functions).
"""

from __future__ import annotations

from ..examples import NOW, Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..xml_calls import Dialect, invoke, whole, wrapped
from ..xml_tags import tag

_DIALECT = Dialect("xml_invoke", ("function_calls",))


def read(s: ParseContext) -> Parser[None]:
    """Read a wrapper with its calls, or one call alone."""
    start = s.at
    first = yield from tag(s)
    if first.name == _DIALECT.invoke:
        yield from invoke(s, first, start, _DIALECT)
    elif first.name in _DIALECT.wrappers and not first.empty:
        yield from wrapped(s, _DIALECT)
    else:
        raise NotACall("no wrapper of calls")


FAMILY = CallFormat("xml_invoke", 1, ("<function_calls", "<invoke"), read, whole=lambda s: whole(s, _DIALECT))

EXAMPLES = (
    Example(
        '<function_calls>\n<invoke name="f" call_id="7">\n<parame'
        'ter name="a">x</parameter>\n</invoke>\n</function_calls>',
        F,
    ),
    Example(
        "<INVOKE call_id='1' NAME='f'><PARAMETER name='a'>x</parameter></invoke>\n<invoke name='now' />",
        F + NOW,
    ),
    Example(
        "<function_calls>\n<invoke>\n<tool_name>f</tool_name>\n<parameters>\n<a>x</a>\n</parameters>\n"
        "</invoke>\n</function_calls>",
        F,
    ),
)
