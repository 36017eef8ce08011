"""`escaped`: a call whose own tags are escaped (`&lt;invoke …&gt;`), decoded once, as a whole.

    call = a call of another format with `&lt;` for `<`, `&gt;` for `>`, `&quot;`, `&#39;` and `&amp;` decoded

It is only a guess that the page escaped the text, so such calls are `repaired`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..decoded_text import Code, DecodedText
from ..examples import Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from . import cline_xml

_NAMES = (
    "function_calls&gt;", "invoke ", "tool_call&gt;", "tool_calls&gt;", "tool:", "function_call&gt;",
    "function=", "tool_name&gt;",
)  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&amp;": "&"}
_ENTITY = re.compile(r"&(?:lt|gt|quot|apos|amp|#39);")
_OPEN_ENTITY = re.compile(r"&[#\w]{0,4}\Z")
_CODE = Code(_ENTITY, _OPEN_ENTITY, lambda found: _ENTITIES[found[0]])


@cache
def _families(opener: str) -> tuple[CallFormat, ...]:
    """Return the formats that the decoded `opener` may begin, in order of precedence."""
    from ..registry import OpenerIndex, call_formats

    openers = OpenerIndex(call_formats())
    found = openers.search(opener, 0)
    return tuple(openers.at(found)) if found else ()


def read(s: ParseContext) -> Parser[None]:
    """Read the decoded text, up to the end of its call or calls."""
    start = s.at
    name = (yield from s.peek(_LONGEST)).lower().removeprefix("&lt;")
    opener = next((one for one in _NAMES if name.startswith(one)), None)
    decoded = DecodedText(s, start, _CODE)
    decoded.push()
    farthest = start
    for family in _families("<" + opener.replace("&gt;", ">")) if opener else (cline_xml.FAMILY,):
        decoded.again()
        if (yield from decoded.read(family)):
            return
        farthest = max(farthest, s.at)
    s.rewind(farthest)  # where the failed attempt that read most ended
    raise NotACall("no call, decoded")


_LONGEST = len("&lt;") + max(map(len, _NAMES))


def _escaped(openers: Iterable[str]) -> tuple[str, ...]:
    return tuple(opener.replace("<", "&lt;").replace(">", "&gt;") for opener in openers)


def _from_tools(tools: tuple[str, ...]) -> tuple[str, ...]:
    return _escaped(cline_xml.from_tools(tools))


OPENERS = (*(f"&lt;{name}" for name in _NAMES), *_escaped(cline_xml.OPENERS))
FAMILY = CallFormat("escaped", 2, OPENERS, read, from_tools=_from_tools, cost=60)

EXAMPLES = (
    Example('&lt;invoke name="f"&gt;&lt;parameter name="a"&gt;x&lt;/parameter&gt;&lt;/invoke&gt;', F),
    Example("&lt;tool:f&gt;{&quot;a&quot;: &quot;x&quot;}&lt;/tool&gt;", F),
    Example("&lt;f&gt;&lt;a&gt;x&lt;/a&gt;&lt;/f&gt;", F, ("f",)),
)
