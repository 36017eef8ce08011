"""`tool_call_lines`: the primary format of line-based prompts.

    call = "TOOL_CALL:" N (line break | space) (KEY ":" value)*

The keyword in any case; keys become lower-case parameter names, values are typed by the schema. The call
ends at a blank line, at a line that is no `KEY:`, at the next call, or with the text.
"""

from __future__ import annotations

import re
from contextlib import suppress

from ..draft import Draft
from ..examples import NOW, Example, F
from ..scan import Family, Scan
from ..shapes import PLAIN_NAME
from ..source import Cut, Refuted, Steps
from ..tokens import behind
from ..values import typed

ID = "tool_call_lines"
_LINE_END = re.compile("\n")
_KEYWORD = re.compile(r"tool_call\s*:", re.IGNORECASE)
_UPPER_KEY = re.compile(r"[ \t]*([A-Z][A-Z0-9_]*)[ \t]*:(?!/)[ \t]*(.*)", re.DOTALL)
_ANY_KEY = re.compile(r"[ \t]*([A-Za-z_]\w*)[ \t]*:(?!/)[ \t]*(.*)", re.DOTALL)
_LONGEST = 1 << 20


def read(s: Scan) -> Steps[None]:
    """One call, from its keyword."""
    start = s.at
    keyword = yield from s.peek(len("tool_call:"))
    if keyword.startswith("_"):  # the opener in the middle of a line
        if not re.search(r"(?<!\w)TOOL$", behind(s, 8)):
            raise Refuted("another word")
        start -= len("tool")
        s.begin = s.construct = start
        s.pos += len("_call:")
    else:
        s.pos += len("tool_call:")
    line, end = yield from _line(s)
    name, _, rest = line.strip().strip("*`").partition(" ")
    name = name.strip("*`")
    if not PLAIN_NAME.fullmatch(name):
        raise Refuted("no name of a tool")
    draft = s.draft(ID, start)
    draft.named(name)
    keys = _Keys(s, draft, any_case=not keyword.isupper())
    if rest.strip() and not keys.same_line(rest):
        raise Refuted("prose behind the name")
    draft.show()
    for key, text in keys.found:
        _set(s, draft, key, text)
    stop = s.at - (1 if end else 0)
    while end:
        here = s.at
        line, end = yield from _line(s)
        found = keys.match(line)
        if found is None or _KEYWORD.match(line.strip()):
            s.rewind(here)
            break
        _set(s, draft, *found)
        stop = s.at - (1 if end else 0)
    s.rewind(stop)
    s.close(draft)


def _line(s: Scan) -> Steps[tuple[str, bool]]:
    """The rest of the line, and whether a line break (consumed) ended it rather than the text's end."""
    start = s.at
    with suppress(Cut):
        yield from s.until(_LINE_END)
        s.pos += 1
        return s.slice(start, s.at - 1).rstrip("\r"), True
    return s.slice(start, s.at), False


def _set(s: Scan, draft: Draft, key: str, text: str) -> None:
    draft.argument(key)(text)
    draft.argument_over()
    draft.arguments[key] = typed(text, s.tools.parameters(draft.name).get(key))


class _Keys:
    """Which lines are `KEY: value` for this tool."""

    def __init__(self, s: Scan, draft: Draft, *, any_case: bool) -> None:
        self.known = {key.lower(): key for key in s.tools.parameters(draft.name)}
        self.pattern = _ANY_KEY if any_case or self.known else _UPPER_KEY
        self.found: list[tuple[str, str]] = []

    def match(self, line: str) -> tuple[str, str] | None:
        """Key and value of `line`; None if it is another kind of line."""
        found = self.pattern.fullmatch(line)
        if not found:
            return None
        key = found[1].lower()
        if self.known and key not in self.known:
            return None
        return self.known.get(key, key), found[2].strip()

    def same_line(self, rest: str) -> bool:
        """Take `KEY: value KEY: value` behind the name; whether it is that."""
        words = "|".join(re.escape(key) for key in self.known) if self.known else "[A-Z][A-Z0-9_]*"
        flags = re.IGNORECASE if self.known else 0
        parts = re.split(rf"(?<!\S)({words})[ \t]*:(?!/)(?=\s|$|\S)", rest.strip(), flags=flags)
        if len(parts) < 3 or parts[0].strip():
            return False
        for key, text in zip(parts[1::2], parts[2::2], strict=True):
            self.found.append((self.known.get(key.lower(), key.lower()), text.strip()))
        return True


FAMILY = Family(ID, 5, ("_call:",), read, line_openers=("tool_call:",))

EXAMPLES = (
    Example("TOOL_CALL: f\nA: x\n\nDone.", F),
    Example("Well. TOOL_CALL: f A: x\nNow a line.", F),
    Example("tool_call: f\na: x\nTOOL_CALL: now\n", F + NOW, ("f", "now")),
)
