"""`deepseek`: DeepSeek V3, R1, V3.1 and models that use its tokens (Step 3 writes `_` for `▁`).

    calls = ["<｜tool▁calls▁begin｜>"] call+ ["<｜tool▁calls▁end｜>"]
    call  = "<｜tool▁call▁begin｜>" ("function" SEP name "```json" object "```" | name SEP object)
            "<｜tool▁call▁end｜>"

SEP is `<｜tool▁sep｜>`. The call ends where its JSON ends.
"""

from __future__ import annotations

import re

from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import EndOfInput, NotACall, Parser
from ..token_readers import take, text_to, word_to_mark
from ..xml_calls import Dialect, invoke
from ..xml_tags import tag

ID = "deepseek"


def _family(gap: str) -> CallFormat:
    begin, end = f"<｜tool{gap}calls{gap}begin｜>", f"<｜tool{gap}calls{gap}end｜>"
    one, over, sep = f"<｜tool{gap}call{gap}begin｜>", f"<｜tool{gap}call{gap}end｜>", f"<｜tool{gap}sep｜>"
    closer = re.compile(re.escape(over), re.IGNORECASE)

    def read(s: ParseContext) -> Parser[None]:
        yield from take(s, (begin,))
        count, at = 0, s.at
        while (yield from take(s, (one,))):
            yield from call(s, s.at - len(one))
            yield from take(s, (over,))
            count, at = count + 1, s.at
        if not count:
            raise NotACall("no call in the section")
        s.rewind(at)
        yield from take(s, (end,))

    def call(s: ParseContext, start: int) -> Parser[None]:
        name = (yield from text_to(s, sep)).strip()
        if (yield from take(s, ("<steptml:invoke",))):
            s.pos -= len("<steptml:invoke")
            if name != "function":
                raise NotACall("no function")
            yield from invoke(s, (yield from tag(s)), start, Dialect(ID, (), "steptml:"))
            return
        if name == "function":
            name = (yield from word_to_mark(s)).strip()
        if not PLAIN_NAME.fullmatch(name):
            raise NotACall("no name of a function")
        draft = s.draft(ID, start)
        draft.named(name)
        draft.show()
        fenced = yield from take(s, ("```json", "```"))
        char = yield from s.space()
        if char != "{":
            raise EndOfInput if not char else NotACall("no object of arguments")
        body = s.at
        problem = yield from arguments(s, draft, closer)
        repaired, worse = parsed(draft, s.slice(body, s.at), name, close=problem is not None)
        s.close(draft, repaired=repaired, error=worse)
        if fenced:
            yield from take(s, ("```",))

    return CallFormat(ID, 0, (begin, one), read)


FAMILIES = (_family("▁"), _family("_"))

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
)
