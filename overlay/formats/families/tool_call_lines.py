"""`tool_call_lines`: the primary format of line-based prompts.

    call = "TOOL_CALL:" N (line break | space) (KEY ":" value)*

The keyword in any case; keys become lower-case parameter names, values are typed by the schema. The call
ends at a blank line, at a line that is no `KEY:`, at the next call, or with the text. Both may be decorated
as Markdown has it (`**TOOL_CALL:** N`, `- **KEY:** value`, `1. KEY: value`); a list may follow its call
after a blank line.
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
_BULLET = r"[ \t]*(?P<bullet>(?:[-*+•–]|\d{1,3}[.)])[ \t]+)?"
_KEYWORD = re.compile(rf"{_BULLET}[#*_`>\s]*tool_call[*_`]*\s*:", re.IGNORECASE)
_MARK = "[*_`]{0,3}"
_KEY_LINE = rf"{_BULLET}(?P<mark>{_MARK})(?P<key>%s){_MARK}[ \t]*:(?!/){_MARK}[ \t]*(?P<text>.*)"
_UPPER_KEY = re.compile(_KEY_LINE % "[A-Z][A-Z0-9_]*?", re.DOTALL)
_ANY_KEY = re.compile(_KEY_LINE % r"[A-Za-z_]\w*?", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_COLON = re.compile(":")
_LINE_START = r"(?:^|(?<=\n))[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6})?[ \t]*[*_`]{0,3}"
_BEFORE = re.compile(rf"({_LINE_START}|(?<!\w))(tool)$", re.IGNORECASE)
_DECORATION = "*_`"
OPENERS = ("_call:", "_call**:", "_call__:", "_call`:", "_call*:")


def read(s: Scan) -> Steps[None]:
    """One call, from its keyword."""
    start = s.at
    keyword = yield from s.peek(len("tool_call"))
    decorated = False
    if keyword.startswith("_"):  # the opener in the middle of a line
        before = _BEFORE.search(behind(s, 40))
        if before is None or (before[2] != "TOOL" and not before[1].strip()):
            raise Refuted("another word")
        start -= len(before[0].lstrip())
        decorated = bool(before[1].strip())
        s.begin = s.construct = start
        keyword = "TOOL" if before[2] == "TOOL" else "tool"
        s.pos += len("_call")
    else:
        s.pos += len("tool_call")
    yield from s.until(_COLON)
    s.pos += 1
    line, end = yield from _line(s)
    name, _, rest = line.strip().strip(_DECORATION).strip().partition(" ")
    name = name.strip("*`")
    if not PLAIN_NAME.fullmatch(name):
        raise Refuted("no name of a tool")
    draft = s.draft(ID, start)
    draft.named(name)
    keys = _Keys(s, draft, any_case=not keyword.isupper(), decorated=decorated)
    if rest.strip() and not keys.same_line(rest):
        raise Refuted("prose behind the name")
    draft.show()
    for key, text in keys.found:
        _set(s, draft, key, text)
    stop = s.at - (1 if end else 0)
    if decorated and end and not rest.strip():
        yield from _blank_line(s, keys)
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


def _blank_line(s: Scan, keys: _Keys) -> Steps[None]:
    """Skip one blank line if a list of arguments begins behind it."""
    here = s.at
    line, end = yield from _line(s)
    if not line.strip() and end:
        behind_it = s.at
        line, _ = yield from _line(s)
        if keys.bullet(line):
            s.rewind(behind_it)
            return
    s.rewind(here)


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

    def __init__(self, s: Scan, draft: Draft, *, any_case: bool, decorated: bool) -> None:
        self.decorated = decorated
        self.known = {key.lower(): key for key in s.tools.parameters(draft.name)}
        self.pattern = _ANY_KEY if any_case or self.known else _UPPER_KEY
        self.found: list[tuple[str, str]] = []

    def match(self, line: str) -> tuple[str, str] | None:
        """Key and value of `line`; None if it is another kind of line."""
        found = self.pattern.fullmatch(line)
        if not found:
            return None
        key = found["key"].lower()
        if self.known and key not in self.known:
            return None
        text = found["text"].strip()
        code = _CODE.fullmatch(text) if self.decorated or found["bullet"] or found["mark"] else None
        return self.known.get(key, key), code[1] if code else text

    def bullet(self, line: str) -> bool:
        """Whether `line` is an item of a list and an argument."""
        found = self.pattern.fullmatch(line)
        return found is not None and bool(found["bullet"]) and self.match(line) is not None

    def same_line(self, rest: str) -> bool:
        """Take `KEY: value KEY: value` behind the name; whether it is that."""
        words = "|".join(re.escape(key) for key in self.known) if self.known else "[A-Z][A-Z0-9_]*"
        flags = re.IGNORECASE if self.known else 0
        parts = re.split(rf"(?<!\S){_MARK}({words}){_MARK}[ \t]*:(?!/){_MARK}", rest.strip(), flags=flags)
        if len(parts) < 3 or parts[0].strip():
            return False
        for key, text in zip(parts[1::2], parts[2::2], strict=True):
            self.found.append((self.known.get(key.lower(), key.lower()), text.strip()))
        return True


FAMILY = Family(ID, 5, OPENERS, read, line_openers=("tool_call:",))

EXAMPLES = (
    Example("TOOL_CALL: f\nA: x\n\nDone.", F),
    Example("Well. TOOL_CALL: f A: x\nNow a line.", F),
    Example("**TOOL_CALL:** f\n- **A:** x\n\nDone.", F),
    Example("tool_call: f\na: x\nTOOL_CALL: now\n", F + NOW, ("f", "now")),
)
