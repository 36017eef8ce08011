"""`react`: the lines of ReAct prompts.

    call = "Action:" N line-break "Action Input:" input | "Function:" N line-break "Arguments:" object

The input is a JSON object; bare text counts only if the tool is given and takes one parameter. Models write
both lines in Markdown too (`**Action:** N`, `2. Action: N`, crewAI#103): that counts only for a given tool.
`Action: None` is not a call.
"""

from __future__ import annotations

import re
from contextlib import suppress

from ..argument_types import typed
from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import take

ID = "react"
_SECOND = {"action": "action input", "function": "arguments"}
_EMPHASIS = ("**", "__", "*", "_")
_BULLETS = ("- ", "### ", *(f"{number}. " for number in range(1, 10)))
_KEYWORD = (
    r"[ \t]*(?P<mark>(?:(?:[-*+]|\d{1,2}[.)]|\#{1,6})[ \t]+)?[*_]{0,3})(?P<key>%s)(?P<more>[ \t]+\d{1,2})?"
    r"(?P<over>[*_]{0,3}[ \t]*:[*_]{0,3})"
)
_FIRST_LINE = re.compile(_KEYWORD % "|".join(_SECOND) + r"[ \t]*(?P<name>.*)", re.IGNORECASE)
_KEY = re.compile(_KEYWORD % "|".join(_SECOND.values()), re.IGNORECASE)
_LINE_END = re.compile("\n")
_NO_BLANK = re.compile(r"[^ \t]")
_KEY_END = re.compile("[:\n]")
_LONGEST_KEY, _LONGEST_LINE = 60, 400
_NO_TOOL = frozenset(["none", "null", "n/a", "na", "nil", "nothing", "no"])
_NO_INPUT = frozenset([*_NO_TOOL, "", "{}", "`", "``", "```"])


def read(s: ParseContext) -> Parser[None]:
    """Read one call."""
    start = s.at
    yield from s.until(_LINE_END, start + _LONGEST_LINE)
    first = _FIRST_LINE.fullmatch(s.slice(start, s.at).rstrip())
    if first is None:
        raise NotACall("no line with a name")
    name = first["name"].strip().strip("`*\"' ")
    decorated = bool(first["mark"].strip() or first["more"] or first["over"].strip() != ":")
    if not PLAIN_NAME.fullmatch(name) or (decorated and name not in s.tools):
        raise NotACall("no name of a tool")
    if name.lower() in _NO_TOOL and name not in s.tools:
        raise NotACall("no tool is called")
    yield from _second_line(s, first["key"].lower())
    draft = s.draft(ID, start)
    draft.named(name)
    fence = yield from take(s, ("```json", "```", "`"))
    if (yield from s.space()) == "{":
        draft.show()
        body = s.at
        problem = yield from arguments(s, draft)
        end = s.at
        repaired, worse = parsed(draft, s.slice(body, end), name)
        while (yield from s.peek(1)) == "}":
            s.pos += 1
            repaired = True
        if fence == "`" and (yield from s.peek(1)) == "`":
            s.pos += 1
        repaired = repaired or (yield from _more_in_line(s))
        s.close(draft, end=end, repaired=repaired, error=worse or problem)
        return
    if s.eof and s.pos == len(s.buf):
        raise EndOfInput
    yield from _text(s, draft)


def _more_in_line(s: ParseContext) -> Parser[bool]:
    """Return whether other text comes after the object in its line."""
    here = s.at
    try:
        char = yield from s.until(_NO_BLANK)
    except EndOfInput:
        char = "\n"
    s.rewind(here)
    return char not in "\r\n`*_"


def _second_line(s: ParseContext, first: str) -> Parser[None]:
    """Read up to past the colon of the line that holds the input. Raises `NotACall` if another line comes."""
    if (yield from s.space()) == "":
        raise EndOfInput
    start = s.at
    yield from s.until(_KEY_END, start + _LONGEST_KEY)
    s.pos += 1
    key = _KEY.fullmatch(s.slice(start, s.at))
    if key is None or key["key"].lower() != _SECOND[first]:
        raise NotACall("no line with an input")
    yield from take(s, _EMPHASIS)


def _text(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    """Read an input that is not an object: the text of a tool's only argument, or nothing."""
    schemas = s.tools.parameters(draft.name)
    body = s.at
    with suppress(EndOfInput):
        yield from s.until(_LINE_END)
    text = s.slice(body, s.at).strip()
    if text.lower().strip("`*") in _NO_INPUT and s.tools.takes_nothing(draft.name):
        s.close(draft, repaired=True)
        return
    if len(schemas) != 1:
        raise NotACall("no object of arguments")
    (key, schema), *_ = schemas.items()
    draft.show()
    draft.argument(key)(text)
    draft.argument_over()
    draft.arguments[key] = typed(text, schema)
    s.close(draft)


# A longer list of decorations would make every search for openers larger.
OPENERS = (
    *(f"{key}:" for key in _SECOND),
    *(f"action {number}:" for number in range(1, 4)),
    *(f"{mark}{key}" for mark in ("**", "__", "*") for key in _SECOND),
    *(f"{bullet}{mark}action" for bullet in _BULLETS for mark in ("", "**")),
)
FAMILY = CallFormat(ID, 5, (), read, line_openers=OPENERS)

EXAMPLES = (
    Example('Thought: so\nAction: f\nAction Input: {"a": "x"}\nObservation: y', F),
    Example("Action: f\nAction Input: x\n", F, ("f",)),
    Example('Function: f\nArguments: {"a": "x"}', F),
    Example('**Thought:** so\n**Action:** f\n**Action Input:** {"a": "x"}', F, ("f",)),
    Example('1. Thought: so\n2. Action: `f`\n3. Action Input: `{"a": "x"}`', F, ("f",)),
    Example("Action: now\nAction Input: None\n", NOW, ("now",)),
)
