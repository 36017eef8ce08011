"""`tool_call_lines`: the primary format of line-based prompts.

    call = "TOOL_CALL:" N (line break | space) (KEY ":" value)*

The keyword may be in any case; keys become lower-case parameter names, values are typed by the schema. The
call ends at a blank line, at a line that is not a `KEY:`, at the next call, or with the text. Both lines may
be decorated as in Markdown (`**TOOL_CALL:** N`, `- **KEY:** value`, `1. KEY: value`); a list may then have
blank lines before its items, and lines indented deeper than an item belong to its value. A line `Arguments:`
may come before the list.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from ..argument_types import typed, types
from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..json_call_shapes import PLAIN_NAME
from ..markdown_lists import BULLET, indent, nested
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import preceding

ID = "tool_call_lines"
_LINE_END = re.compile("\n")
_KEYWORD = re.compile(rf"[ \t]*{BULLET}[#*_`>\s]*tool_call[*_`]*\s*:", re.IGNORECASE)
_MARK = "[*_`]{0,3}"
_KEY_LINE = (
    rf"[ \t\xa0]*(?P<bullet>{BULLET})(?P<mark>{_MARK})(?P<key>%s)(?P<closed>{_MARK}[ \t]*:(?!/){_MARK})"
    r"[ \t]*(?P<text>.*)"
)
_HEADING = re.compile(
    rf"[ \t]*{BULLET}{_MARK}(?:arguments|args|parameters|params|inputs?){_MARK}[ \t]*:{_MARK}[ \t]*",
    re.IGNORECASE,
)
_UPPER_KEY = re.compile(_KEY_LINE % "[A-Z][A-Z0-9_]*?", re.DOTALL)
_ANY_KEY = re.compile(_KEY_LINE % r"[A-Za-z_]\w*?", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_COLON = re.compile(":")
_LINE_START = rf"(?:^|(?<=\n))[ \t]*(?:#{{1,6}}|{BULLET})[ \t]*[*_`]{{0,3}}"
_BEFORE = re.compile(rf"({_LINE_START}|(?<!\w))(tool)$", re.IGNORECASE)
_DECORATION = "*_`"
OPENERS = ("_call:", "_call**:", "_call__:", "_call`:", "_call*:")


def read(s: ParseContext) -> Parser[None]:
    """Read one call, from its keyword."""
    start = s.at
    keyword = yield from s.peek(len("tool_call"))
    decorated = False
    if keyword.startswith("_"):  # the opener is in the middle of a line
        before = _BEFORE.search(preceding(s, 40))
        if before is None or (before[2] != "TOOL" and not before[1].strip()):
            raise NotACall("another word")
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
        raise NotACall("no name of a tool")
    draft = s.draft(ID, start)
    draft.named(name)
    keys = _Keys(s, draft, any_case=not keyword.isupper(), decorated=decorated)
    if rest.strip() and not keys.same_line(rest):
        raise NotACall("prose behind the name")
    draft.show()
    for key, text in keys.found:
        _set(s, draft, key, text)
    stop = s.at - (1 if end else 0)
    item: _Item | None = None
    while end:
        here = s.at
        line, end = yield from _line(s)
        if not line.strip() and end and (decorated or (item and item.listed)):
            line, end = yield from _line(s)
            if not keys.bullet(line) and not (item is None and keys.heads(line)):
                s.rewind(here)
                break
        if _KEYWORD.match(line.strip()):
            s.rewind(here)
            break
        found = keys.match(line)
        if item and item.takes(line, found):
            item.more(line)
        elif found:
            item = _next(item, _Item(s, draft, found))
        elif item or not keys.heads(line):
            draft.mended |= keys.foreign(line)
            s.rewind(here)
            break
        stop = s.at - (1 if end else 0)
    _next(item, None)
    s.rewind(stop)
    s.close(draft)


def _next(item: _Item | None, other: _Item | None) -> _Item | None:
    """End `item` and return `other`, which takes its place."""
    if item:
        item.over()
    return other


def _line(s: ParseContext) -> Parser[tuple[str, bool]]:
    """Read the rest of the line; return it, and whether a line break (consumed) ended it."""
    start = s.at
    with suppress(EndOfInput):
        yield from s.until(_LINE_END)
        s.pos += 1
        return s.slice(start, s.at - 1).rstrip("\r"), True
    return s.slice(start, s.at), False


def _set(s: ParseContext, draft: CallBuilder, key: str, text: str) -> None:
    draft.argument(key)(text)
    draft.argument_over()
    draft.put(key, typed(text, s.tools.parameters(draft.name).get(key)))


@dataclass(frozen=True)
class _Found:
    """A line `KEY: value`: the parameter, its text, the indent of its key, and whether it is a list item."""

    key: str
    text: str
    indent: int
    listed: bool


class _Item:
    """An argument whose value may continue on the lines below."""

    def __init__(self, s: ParseContext, draft: CallBuilder, found: _Found) -> None:
        self.draft = draft
        self.found = found
        self.listed = found.listed
        self.lines: list[str] = []
        self.schema = s.tools.parameters(draft.name).get(found.key)
        self.allowed = types(self.schema) if self.schema else set[str]()
        self.open = found.listed and not found.text
        self.sink = draft.argument(found.key)
        self.sink(found.text)

    def takes(self, line: str, found: _Found | None) -> bool:
        """Return whether `line` belongs to the value: it is indented deeper.

        A line `KEY: value` belongs to it only if the value may be an object.
        """
        deeper = self.open and bool(line.strip()) and indent(line) > self.found.indent
        return deeper and (found is None or not self.allowed or "object" in self.allowed)

    def more(self, line: str) -> None:
        """Add a line to the value."""
        self.lines.append(line)
        self.sink(f"\n{line}" if len(self.lines) > 1 else line)

    def over(self) -> None:
        """End the value."""
        self.draft.argument_over()
        value = nested(self.lines, self.schema) if self.lines else typed(self.found.text, self.schema)
        self.draft.put(self.found.key, value)


class _Keys:
    """Decides which lines are arguments of this tool, as `KEY: value`."""

    def __init__(self, s: ParseContext, draft: CallBuilder, *, any_case: bool, decorated: bool) -> None:
        self.decorated = decorated
        self.known = {key.lower(): key for key in s.tools.parameters(draft.name)}
        self.pattern = _ANY_KEY if any_case or self.known else _UPPER_KEY
        self.found: list[tuple[str, str]] = []

    def match(self, line: str) -> _Found | None:
        """Return the key and value of `line`; None if it is another kind of line."""
        found = self.pattern.fullmatch(line)
        if not found:
            return None
        key = found["key"].lower()
        if (self.known and key not in self.known) or (not self.known and self.heads(line)):
            return None
        text, mark = found["text"].strip(), found["mark"]
        listed = bool(self.decorated or found["bullet"] or mark)
        if mark and not found["closed"].strip(": \t"):
            text = text.removesuffix(mark)
        code = _CODE.fullmatch(text) if listed else None
        return _Found(self.known.get(key, key), code[1] if code else text, indent(line), listed)

    def foreign(self, line: str) -> bool:
        """Return whether `line` has the form of an argument, but not the name of one."""
        return bool(self.known) and _UPPER_KEY.fullmatch(line) is not None

    def heads(self, line: str) -> bool:
        """Return whether `line` is a heading of the arguments, such as `Arguments:`."""
        return _HEADING.fullmatch(line) is not None

    def bullet(self, line: str) -> bool:
        """Return whether `line` is a list item and an argument."""
        found = self.pattern.fullmatch(line)
        return found is not None and bool(found["bullet"]) and self.match(line) is not None

    def same_line(self, rest: str) -> bool:
        """Read `KEY: value KEY: value` after the name in its line; return whether `rest` has this form."""
        words = "|".join(re.escape(key) for key in self.known) if self.known else "[A-Z][A-Z0-9_]*"
        flags = re.IGNORECASE if self.known else 0
        parts = re.split(rf"(?<!\S){_MARK}({words}){_MARK}[ \t]*:(?!/){_MARK}", rest.strip(), flags=flags)
        if len(parts) < 3 or parts[0].strip():
            return False
        for key, text in zip(parts[1::2], parts[2::2], strict=True):
            self.found.append((self.known.get(key.lower(), key.lower()), text.strip()))
        return True


FAMILY = CallFormat(ID, 5, OPENERS, read, line_openers=("tool_call:",))

EXAMPLES = (
    Example("TOOL_CALL: f\nA: x\n\nDone.", F),
    Example("Well. TOOL_CALL: f A: x\nNow a line.", F),
    Example("**TOOL_CALL:** f\n- **A:** x\n\nDone.", F),
    Example("tool_call: f\na: x\nTOOL_CALL: now\n", F + NOW, ("f", "now")),
)
