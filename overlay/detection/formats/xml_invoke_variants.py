"""`invoke_ns`: `xml_invoke` with other wrappers and prefixes.

    calls = wrapper invoke+ closer | invoke ; invoke as in `xml_invoke`, all tags with the same prefix

MiniMax-M2 (`<minimax:tool_call>`), dots (`<dots_function_call>`), DeepSeek 3.2 (`<｜DSML｜…>`, where
`string="false"` means JSON), Muse (`<atem:…>`, JSON values, `ns.name` for a tool), Step 3 (`<steptml:…>`) and
any other `<x:invoke>`.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..xml_calls import Dialect, invoke, json_unless_told, wrapped
from ..xml_tags import tag

ID = "invoke_ns"
_WRAPPERS = ("minimax:tool_call", "dots_function_call")
_PREFIX = re.compile(r".*[:｜|]")
_PREFIXED = r"<[\w-]{1,24}+:(?:invoke|function_calls|tool_calls)(?=[\s>])"
_DSML = ("<｜dsml｜", "<|dsml|")


def read(s: ParseContext) -> Parser[None]:
    """Read a wrapper with its calls, or one call alone."""
    start = s.at
    first = yield from tag(s)
    if first.closing or (first.empty and not first.name.endswith("invoke")):
        raise NotACall("no opening tag")
    if first.name.endswith("invoke"):
        yield from invoke(s, first, start, _dialect(first.name.removesuffix("invoke")))
        return
    if first.name in _WRAPPERS:
        yield from wrapped(s, Dialect(ID, _WRAPPERS))
        return
    prefix = _PREFIX.match(first.name)
    yield from wrapped(s, _dialect(prefix[0] if prefix else ""))


def _dialect(prefix: str) -> Dialect:
    wrappers = (f"{prefix}function_calls", f"{prefix}tool_calls")
    if prefix == "atem:":
        return Dialect(ID, wrappers, prefix, json_unless_told, _muse_name, exact=True)
    return Dialect(ID, wrappers, prefix)


def _muse_name(s: ParseContext, name: str) -> str:
    """Return the tool's name without Muse's namespace, which is often the name again."""
    space, _, own = name.rpartition(".")
    if name in s.tools or not space:
        return name
    return own if own == space or own in s.tools else name


OPENERS = (
    *(f"<{wrapper}>" for wrapper in _WRAPPERS),
    *_DSML,
    "<atem:function_calls",
    "<atem:invoke",
    "<steptml:invoke",
)
FAMILY = CallFormat(ID, 1, OPENERS, read, patterns=(_PREFIXED,))

EXAMPLES = (
    Example(
        '<minimax:tool_call>\n<invoke name="f">\n<parameter na'
        'me="a">x</parameter>\n</invoke>\n</minimax:tool_call>',
        F,
    ),
    Example(
        '<dots_function_call><invoke name="f">\n<parameter na'
        'me="a">x</parameter>\n</invoke></dots_function_call>',
        F,
    ),
    Example(
        '<｜DSML｜function_calls>\n<｜DSML｜invoke name="f">\n<｜DSML｜parameter name="a" '
        'string="true">x</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
        F,
    ),
    Example(
        '<｜DSML｜invoke name="f">\n<｜DSML｜parameter name="n" s'
        'tring="false">[1]</｜DSML｜parameter>\n</｜DSML｜invoke>',
        (("f", {"n": [1]}),),
    ),
    Example(
        '<atem:function_calls>\n<atem:invoke name="f.f">\n<atem:parameter n'
        'ame="n">1</atem:parameter>\n</atem:invoke>\n</atem:function_calls>',
        (("f", {"n": 1}),),
    ),
    Example(
        '<steptml:invoke name="f">\n<steptml:parameter name="a">x</steptml:parameter>\n</steptml:invoke>', F
    ),
    Example(
        '<x:function_calls><x:invoke name="f">\n<x:parameter na'
        'me="a">x</x:parameter>\n</x:invoke></x:function_calls>',
        F,
    ),
)
