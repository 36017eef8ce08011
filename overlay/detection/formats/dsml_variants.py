"""`invoke_ns`: DeepSeek 3.2's tags with other marks than `<｜DSML｜…>`.

    mark = "<" ["/"] bars "DSML" bars      bars = one or two of "｜" and "|", with spaces around

Servers and pages print the bars doubled, in ASCII or with spaces, and models leave the mark out of some tags
(GenericAgent#804). The marks are removed and the rest is read as `xml_invoke`, so the call is `repaired`.
"""

from __future__ import annotations

import re
from itertools import product

from ..decoded_text import Code, DecodedText
from ..examples import Example, F
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from . import xml_invoke

_MARK = re.compile(
    r"<[ ]?(/?)[ ]?[|｜]{0,2}[ ]?DSML[ ]?[|｜]{1,2}[ ]?(?:((?:tool|function)_calls)(?![\w]))?", re.IGNORECASE
)
_BEGUN = re.compile(r"<[^<>]{0,40}\Z")
_CODE = Code(_MARK, _BEGUN, lambda found: f"<{found[1]}{'function_calls' if found[2] else ''}")
_BARS = ("｜", "|", "｜｜", "||")
_SPACED = tuple(f"<{before}{bar} dsml {bar}" for before, bar in product(("", " "), _BARS))
OPENERS = (*(f"<{bars}dsml{bars}" for bars in _BARS), *_SPACED, "<dsml｜", "<dsml|")


def read(s: ParseContext) -> Parser[None]:
    """Read the text without the marks, up to the end of its call or calls."""
    decoded = DecodedText(s, s.at, _CODE)
    while not decoded.inner.length and not decoded.inner.eof:
        if not decoded.push():
            yield
    if not (yield from decoded.read(xml_invoke.FAMILY)):
        raise NotACall("no call without the marks")


FAMILY = CallFormat("invoke_ns", 2, OPENERS, read, cost=120)

EXAMPLES = (
    Example(
        '<｜｜DSML｜｜function_calls>\n<｜｜DSML｜｜invoke name="f">\n<｜｜DSML｜｜parameter name="a" '
        'string="true">x</｜｜DSML｜｜parameter>\n</｜｜DSML｜｜invoke>\n</｜｜DSML｜｜function_calls>',
        F,
    ),
    Example(
        '< | DSML | tool_calls>\n< | DSML | invoke name="f">\n< | DSML | parameter name="n" '
        'string="false">[1]</ | DSML | parameter>\n</ | DSML | invoke>\n</ | DSML | tool_calls>',
        (("f", {"n": [1]}),),
    ),
    Example('<||DSML||invoke name="f"><parameter name="a">x</parameter></invoke>', F),
)
