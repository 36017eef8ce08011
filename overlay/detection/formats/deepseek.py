"""`deepseek`: DeepSeek V3, R1, V3.1 and models that use its tokens (Step 3 writes `_` for `▁`).

    calls = ["<｜tool▁calls▁begin｜>"] call+ ["<｜tool▁calls▁end｜>"]
    call  = "<｜tool▁call▁begin｜>" ("function" SEP name "```json" object "```" | name SEP object)
            "<｜tool▁call▁end｜>"

SEP is `<｜tool▁sep｜>`; bars may be ASCII (tt-inference-server#3683). The call ends where its JSON ends.
It is `repaired` if its end token is missing, a brace is too many, `json` is glued to its name, or it has no
object and the tool needs none. A call without an object doesn't affect the next one (unsloth#5624).
"""

from __future__ import annotations

from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import expect, take, word_to_mark
from ..token_spellings import any_of, spellings
from ..xml_calls import Dialect, invoke
from ..xml_tags import tag

ID = "deepseek"
_BEGIN, _END = spellings("<|tool_calls_begin|>"), spellings("<|tool_calls_end|>")
_CALL, _OVER = spellings("<|tool_call_begin|>"), spellings("<|tool_call_end|>")
_SEP = spellings("<|tool_sep|>")
_CLOSER = any_of((*_OVER, *_CALL))
_FENCE = "```"


def read(s: ParseContext) -> Parser[None]:
    """Read a section with its calls, or one call alone."""
    yield from take(s, _BEGIN)
    count, at = 0, s.at
    while token := (yield from take(s, _CALL)):
        yield from _call(s, s.at - len(token))
        yield from take(s, _OVER)
        count, at = count + 1, s.at
    if not count:
        raise NotACall("no call in the section")
    s.rewind(at)
    yield from take(s, _END)


def _call(s: ParseContext, start: int) -> Parser[None]:
    name = (yield from word_to_mark(s)).strip()
    if not name:
        raise NotACall("no name of a function")
    yield from expect(s, *_SEP)
    if (yield from take(s, ("<steptml:invoke",))):
        s.pos -= len("<steptml:invoke")
        if name != "function":
            raise NotACall("no function")
        yield from invoke(s, (yield from tag(s)), start, Dialect(ID, (), "steptml:"))
        return
    fenced = False
    if name == "function":
        name = (yield from word_to_mark(s)).strip()
        name, fence, _ = name.partition(_FENCE)
        fenced = bool(fence)
    name, glued = s.tools.unglued(name.strip())
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a function")
    draft = s.draft(ID, start)
    draft.named(name)
    draft.show()
    fenced = (yield from take(s, ("```json", _FENCE))) is not None or fenced
    char = yield from s.space()
    if char != "{":
        yield from _without(s, draft)
        return
    body = s.at
    problem = yield from arguments(s, draft, _CLOSER)
    end = s.at
    repaired, worse = parsed(draft, s.slice(body, end), name, close=problem is not None)
    while (yield from take(s, ("}",))):
        repaired = True
    if fenced:
        yield from take(s, (_FENCE,))
    after = s.at
    repaired |= glued or (yield from take(s, _OVER)) is None
    s.rewind(after)
    s.close(draft, end=end, repaired=repaired, error=worse)


def _without(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    """End a call without an object of arguments."""
    if (yield from s.space()) == "":
        raise EndOfInput
    yield from take(s, (_FENCE,))
    end = s.at
    over = yield from expect(s, *_OVER, *_CALL, *_END)
    s.rewind(end)
    if over in _OVER and (not s.tools.given or s.tools.takes_nothing(draft.name)):
        s.close(draft, repaired=True)
    else:
        s.close(draft, error=f"tool {draft.name}: there are no arguments")


FAMILY = CallFormat(ID, 0, (*_BEGIN, *_CALL), read, cost=60)

EXAMPLES = (
    Example(
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜to"
        'ol▁sep｜>f\n```json\n{"a": "x"}\n```<｜tool▁call▁end｜>'
        "<｜tool▁calls▁end｜>",
        F,
    ),
    Example('<｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a": "x"}<｜tool▁call▁end｜>', F),
    Example(
        "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜to"
        'ol_sep｜><steptml:invoke name="f"><steptml:parameter '
        'name="a">x</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
        F,
    ),
    Example(
        '<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>f\n```json\n{"a": "x"}\n```'
        "<|tool_call_end|><|tool_calls_end|>",
        F,
    ),
    Example("<｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n```json\n```<｜tool▁call▁end｜>", NOW),
)
