"""`kimi`: Kimi K2.

    calls = "<|tool_calls_section_begin|>" call* "<|tool_calls_section_end|>"
    call  = "<|tool_call_begin|>" ["functions."] name ":" index "<|tool_call_argument_begin|>" object
            "<|tool_call_end|>"

An index without a name means the only tool that takes these arguments; Kimi's later calls in a chat have only
the index. The bars may be full-width. A call whose end token is missing, or that has a brace too many, is
`repaired`; one without an object doesn't affect the next one.
"""

from __future__ import annotations

import re

from ..call_builder import CallBuilder
from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import expect, take, word_to_mark
from ..token_spellings import any_of
from ..xml_tags import ahead

ID = "kimi"
SECTIONS = ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>")
_WIDE = tuple(section.replace("|", "｜") for section in SECTIONS)
_SECTION_ENDS = tuple(section.replace("begin", "end") for section in (*SECTIONS, *_WIDE))
_CALL = ("<|tool_call_begin|>", "<｜tool_call_begin｜>")
_ARGUMENT = ("<|tool_call_argument_begin|>", "<｜tool_call_argument_begin｜>")
_END = ("<|tool_call_end|>", "<｜tool_call_end｜>")
_ID = re.compile(r"(?:functions\.)?([\w.-]*[A-Za-z_][\w.-]*)(?::\d+)?")
_CLOSER = any_of((*_END, *_CALL))


def read(s: ParseContext) -> Parser[None]:
    """Read a section with its calls, or one call alone."""
    yield from take(s, (*SECTIONS, *_WIDE))
    count, end = 0, s.at
    while token := (yield from take(s, _CALL)):
        yield from _call(s, s.at - len(token))
        count, end = count + 1, s.at
    if not count:
        raise NotACall("the section holds no call")
    s.rewind(end)
    yield from take(s, _SECTION_ENDS)


def _call(s: ParseContext, start: int) -> Parser[None]:
    identity = (yield from word_to_mark(s)).strip()
    if not identity:
        raise NotACall("no name of a tool")
    token = yield from expect(s, *_ARGUMENT, *_CALL, *_SECTION_ENDS)
    draft = s.draft(ID, start)
    found = _ID.fullmatch(identity)
    if found:
        draft.named(found[1], identity)
        draft.show()
    if token not in _ARGUMENT:
        s.rewind(s.at - len(token))
        if not found:
            raise NotACall("no name of a tool")
        s.close(draft, error=f"tool {draft.name}: there are no arguments")
        return
    if (yield from s.space()) != "{":
        raise EndOfInput if s.eof and s.pos == len(s.buf) else NotACall("no object of arguments")
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    text, end = s.slice(body, s.at), s.at
    stray = False
    while (yield from take(s, ("}",))):
        stray = True
    if (yield from take(s, _END)) is None:
        if s.eof and (yield from s.space()):
            yield from ahead(s, _END)  # the text may end inside the token
        s.rewind(end)
        stray = True
    repaired, problem = parsed(draft, text, draft.name, close=problem is not None)
    repaired |= stray
    if not found and not (identity.isdigit() and _infer(s, draft, identity)):
        draft.withdraw("no tool's name")
        s.drafts.remove(draft)
        return
    s.close(draft, repaired=repaired, error=problem)


def _infer(s: ParseContext, draft: CallBuilder, identity: str) -> bool:
    """Name `draft` after the only tool that takes its arguments; return False if there is no such tool."""
    keys = set(draft.arguments)
    names = [name for name in s.tools if keys and keys <= set(s.tools.parameters(name))]
    if len(names) != 1:
        return False
    draft.named(names[0], identity)
    return True


FAMILY = CallFormat(ID, 0, (*SECTIONS, *_WIDE, *_CALL), read, cost=60)

EXAMPLES = (
    Example(
        '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": "x"}'
        "<|tool_call_end|><|tool_calls_section_end|>",
        F,
    ),
    Example('<|tool_call_begin|>0<|tool_call_argument_begin|>{"a": "x"}<|tool_call_end|>', F, ("f",)),
)
