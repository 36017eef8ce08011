"""`element`: an HTML element that carries the call in its attributes.

    call = "<" tag … data-tool-name="N" data-tool-parameters='{…}' … ">" anything "</" tag ">"

Also `data-<prefix>-tool-name`. `overlay.detection.html_elements` reads elements in a page's DOM. The call is
complete with its opening tag; the element's content is part of the call, and calls inside it do not count.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import parsed
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import preceding, take
from ..xml_tags import tag

ID = "element"
_OPENER = "-tool-name"
_ATTRIBUTE = r"""\s+[\w:@.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?"""
_BEFORE = re.compile(rf"<[a-z][\w-]*(?:{_ATTRIBUTE})*\s+data(?:-[\w-]+)?", re.IGNORECASE)
_WINDOW, _TRIES = 4096, 8
NAME = re.compile(r"data-(?:[\w-]+-)?tool-name")
PARAMETERS = re.compile(r"data-(?:[\w-]+-)?tool-parameters")
CALL_ID = re.compile(r"data-(?:[\w-]+-)?(?:call|tool-call)-id")
_LONGEST = 1 << 24


def attribute(attributes: dict[str, str], pattern: re.Pattern[str]) -> str | None:
    """Return the value of the first attribute whose whole name matches `pattern`."""
    return next((value for name, value in attributes.items() if pattern.fullmatch(name)), None)


def read(s: ParseContext) -> Parser[None]:
    """Read one element."""
    start = _tag_start(s)
    s.rewind(start)
    s.begin = s.construct = start
    opener = yield from tag(s, longest=_LONGEST)
    name = (attribute(opener.attributes, NAME) or "").strip()
    if opener.closing or not name:
        raise NotACall("no element that holds a call")
    draft = s.draft(ID, start)
    draft.named(name, attribute(opener.attributes, CALL_ID))
    repaired, problem = parsed(draft, attribute(opener.attributes, PARAMETERS) or "", name)
    s.close(draft, repaired=repaired, error=problem)
    end = s.at
    if opener.empty:
        return
    try:
        yield from _inside(s, opener.name)
    except EndOfInput:
        s.rewind(end)


def _tag_start(s: ParseContext) -> int:
    """Return the start of the tag that contains the opener, which is an attribute's name."""
    before = preceding(s, _WINDOW)
    place = len(before)
    for _ in range(_TRIES):
        place = before.rfind("<", 0, place)
        if place < 0:
            break
        if _BEFORE.fullmatch(before, place):
            return s.at - len(before) + place
    raise NotACall("not in a tag")


def _inside(s: ParseContext, name: str) -> Parser[None]:
    """Skip to past the element's closing tag."""
    same = re.compile(rf"<(/?){re.escape(name)}(?=[\s>/])", re.IGNORECASE)
    depth = 1
    while depth:
        found = yield from s.read_past(same, len(name) + 3)
        depth += -1 if found[1] else 1
    yield from take(s, (">",))


FAMILY = CallFormat(ID, 2, (_OPENER,), read, cost=400)  # each attempt looks back over a window

EXAMPLES = (
    Example(
        '<div class="mpai-tool-call" data-tool-name="f" data-tool-parameters=\'{"a": "x"}\'><p>f</p></div>', F
    ),
    Example(
        '<span data-mpai-tool-parameters="{&quot;a&quot;: &quot;x&quot;}" data-mpai-tool-name="f"></span>', F
    ),
)
