"""`pythonic`: calls as Python prints them; literals only, read by `ast`, never evaluated.

    calls = opener ("[" call ("," call)* "]" | call+) closer | "[" call ("," call)* "]"
    call  = name "(" [key "=" literal, …] ")"

Llama 4 (`<|python_start|>`), LFM2 (`<|tool_call_start|>`), Olmo 3 (`<function_calls>`), Gemma (a code block
`tool_code`). The names are bare words: if tools are given, each name must be one of them. A list without
tokens counts only in that case, or if it is the whole text.

Gemini puts its tools in the namespace `default_api` and may print `print(default_api.f(…))` on a line of its
own: without tokens around it, such a call is `repaired`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..examples import NOW, Example, F
from ..parse_context import CallFormat, ParseContext
from ..python_calls import brackets, read_calls
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import preceding, take

ID = "pythonic"
_PAIRS = {
    "<|python_start|>": "<|python_end|>",
    "<|tool_call_start|>": "<|tool_call_end|>",
    "<function_calls>": "</function_calls>",
    "<tool_code>": "</tool_code>",
}
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_LINE_END = re.compile("\n")
_NAME_END = re.compile(r"[^\w.]")


def _reader(opener: str, closer: str) -> Callable[[ParseContext], Parser[None]]:
    def read(s: ParseContext) -> Parser[None]:
        s.pos += len(opener)
        start = s.at
        fenced = yield from take(s, ("```python", "```"))
        start = s.at if fenced else start
        over = start
        while (ended := (yield from take(s, ("```", closer)))) is None:
            char = yield from s.space()
            try:
                if char == "":
                    raise EndOfInput
                yield from _piece(s)
            except (EndOfInput, NotACall):
                if over == start:
                    raise
                s.rewind(over)  # the closer is missing
                _emit(s, s.slice(start, over), start, repaired=True)
                return
            over = s.at
        _emit(s, s.slice(start, s.at - len(ended)), start)
        if fenced:
            yield from take(s, (closer,))

    return read


def _piece(s: ParseContext) -> Parser[None]:
    """Read a list or one call."""
    if s.buf[s.pos] == "[":
        yield from brackets(s)
        return
    yield from _name(s)
    yield from brackets(s)
    yield from take(s, (",", ";"))


def _name(s: ParseContext) -> Parser[str]:
    start = s.at
    if (yield from s.until(_NAME_END)) != "(":
        raise NotACall("no call")
    name = s.slice(start, s.at)
    if not _NAME.fullmatch(name):
        raise NotACall("no name of a function")
    return name


def _emit(s: ParseContext, text: str, start: int, *, repaired: bool = False) -> None:
    """Report the calls that `text`, which begins at `start`, consists of."""
    calls = read_calls(text, s.tools)
    if not calls or (s.tools.given and any(call.name not in s.tools for call in calls)):
        raise NotACall("no call of the tools")
    for call in calls:
        draft = s.draft(ID, start + call.span[0])
        draft.named(call.name)
        draft.arguments = call.arguments
        s.close(draft, end=start + call.span[1], repaired=repaired or call.repaired)


def _block(s: ParseContext) -> Parser[None]:
    """Read the content of a code block whose label says that it holds calls."""
    start = s.at
    while (yield from s.space()) not in ("", "`", "~"):
        yield from _piece(s)
    text = s.slice(start, s.at)
    _emit(s, text, start)
    s.rewind(start + len(text.rstrip()))


def _default_api(s: ParseContext) -> Parser[None]:
    """Read a line that calls a function of `default_api`."""
    start = s.at
    yield from _name(s)
    yield from brackets(s)
    end = s.at
    if (yield from s.space()) and not _LINE_END.search(s.slice(end, s.at)):
        raise NotACall("text behind the call")
    s.rewind(end)
    _emit(s, s.slice(start, end), start, repaired=True)


def _bare(s: ParseContext) -> Parser[None]:
    """Read a list that has no token before it."""
    start = s.at
    alone = start < 64 and not preceding(s, 64).strip()
    s.pos += 1
    yield from s.space()
    name = yield from _name(s)
    if (s.tools.given and s.tools.own_name(name) not in s.tools) or not (s.tools.given or alone):
        raise NotACall("no function of the tools")
    s.rewind(start)
    yield from brackets(s)
    end = s.at
    if not s.tools.given:
        if (yield from s.space()):
            raise NotACall("text behind the list")
        s.rewind(end)
    elif (yield from s.peek(1)) in ("(", "["):
        raise NotACall("a link")
    _emit(s, s.slice(start, end), start)


FAMILIES = (
    *(
        CallFormat(
            ID,
            1,
            (opener,),
            _reader(opener, closer),
            refused=re.compile(rf"{re.escape(opener)}\s*+(?=<[^/])"),
        )
        for opener, closer in _PAIRS.items()
    ),
    CallFormat(ID, 4, ("[",), _bare, refused=re.compile(r"\[\s*+[\w.]*+(?=[^\w.(])")),
    CallFormat(ID, 1, (), _block, labels=("tool_code",)),
    CallFormat(ID, 4, (), _default_api, line_openers=("print(default_api.", "default_api.")),
)

EXAMPLES = (
    Example("[f(a='x'), now()]", F + NOW, ("f", "now")),
    Example("<|python_start|>[f(a='x')]<|python_end|>", F),
    Example("<function_calls>\nf(a='x')\nnow()\n</function_calls>", F + NOW),
    Example('<|tool_call_start|>[f(a="x")]<|tool_call_end|>', F),
    Example("```tool_code\nf(a='x')\n```\n", F),
    Example("<tool_code>\nprint(default_api.f(a='x'))\n</tool_code>", F),
    Example("print(default_api.f(a='x'))", F),
)
