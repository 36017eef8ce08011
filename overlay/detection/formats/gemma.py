"""`gemma`: an object notation without quotes around keys (chat templates of Gemma 4 and FunctionGemma).

call  = "<|tool_call>call:" N object "<tool_call|>"
      | "<start_function_call>call:" N object "<end_function_call>"
value = Q text Q | object | list | number | true | false | null      Q = '<|"|>' or "<escape>"

The models also print strings in JSON's or Python's quotes, bare text, `=` for `:`, round brackets, one brace
too many or no object at all (vllm#51284, unsloth#5624). Such a call is `repaired`; one whose object or string
isn't closed is incomplete.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..call_builder import CallBuilder
from ..examples import NOW, Example, F
from ..gemma_values import Values
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import take
from ..xml_tags import ahead

ID = "gemma"
_PAIRS = {"<|tool_call>": "<tool_call|>", "<start_function_call>": "<end_function_call>"}
_NAME_END = re.compile(r"[<{(\[\n]")
_LONGEST_NAME = 256


def _reader(opener: str, closer: str) -> Callable[[ParseContext], Parser[None]]:
    # Closing tags of other formats that a model mixes up with its own.
    wrong = tuple(one for one in ("</tool_call>", "<|tool_call|>", *_PAIRS.values()) if one != closer)
    end = re.compile(re.escape(closer))

    def read(s: ParseContext) -> Parser[None]:
        start = s.at
        s.pos += len(opener)
        mended = (yield from take(s, ("call:",))) is None
        yield from s.space()
        begin = s.at
        yield from s.until(_NAME_END, begin + _LONGEST_NAME)
        name = s.tools.own_name(s.slice(begin, s.at).strip())
        if not PLAIN_NAME.fullmatch(name) or (mended and name not in s.tools):
            raise NotACall("no name of a function")
        draft = s.draft(ID, start)
        draft.named(name)
        bracket = yield from take(s, ("{", "("))
        if bracket is None:
            yield from _bare(s, draft)
            return
        draft.show()
        values = Values(s, (closer, *wrong))
        values.repaired = mended or bracket == "("
        problem = "the arguments aren't closed"
        try:
            whole = yield from _arguments(values, draft, ")" if bracket == "(" else "}")
        except NotACall as why:
            whole, problem = False, f"the arguments can't be read: {why}"
        if whole:
            yield from _end(values, draft)
            return
        yield from s.read_past(end, len(closer))
        s.close(draft, error=f"tool {name}: {problem}")

    def _bare(s: ParseContext, draft: CallBuilder) -> Parser[None]:
        """End a call without an object: a tool that needs no arguments may be meant."""
        if (yield from take(s, (closer,))) is None:
            raise NotACall("no object of arguments")
        if not s.tools.given or s.tools.takes_nothing(draft.name):
            s.close(draft, repaired=True)
        else:
            s.close(draft, error=f"tool {draft.name}: there are no arguments")

    def _end(values: Values, draft: CallBuilder) -> Parser[None]:
        s, end = values.s, values.s.at
        while (yield from take(s, ("}", ")"))):
            values.repaired = True
        found = None
        if (yield from s.space()):
            found = yield from ahead(s, (closer, *wrong))
            s.pos += len(found or "")
        if found is None:
            s.rewind(end)
        s.close(draft, repaired=values.repaired or found != closer)

    return read


def _arguments(values: Values, draft: CallBuilder, end: str) -> Parser[bool]:
    """Read the members of the object; return False if the call ends before the object does."""
    while (key := (yield from values.key(end, first=not draft.arguments))) is not None:
        sink = draft.argument(key)
        found = yield from values.argument(end, sink)
        if values.broken:
            return False
        draft.argument_over()
        draft.put(key, found)
    return not values.broken


FAMILIES = tuple(CallFormat(ID, 0, (opener,), _reader(opener, closer)) for opener, closer in _PAIRS.items())

EXAMPLES = (
    Example('<|tool_call>call:f{a:<|"|>x<|"|>}<tool_call|>', F),
    Example("<start_function_call>call:f{a:<escape>x<escape>}<end_function_call>", F),
    Example(
        '<|tool_call>call:f{n:{k:[1,<|"|>v<|"|>]},b:true}<tool_call|>',
        (("f", {"n": {"k": [1, "v"]}, "b": True}),),
    ),
    Example('<|tool_call>call:f{"a"="x"}<tool_call|>', F),
    Example("<|tool_call>call:f{l:['a, b', \"}\"]}<tool_call|>", (("f", {"l": ["a, b", "}"]}),)),
    Example("<|tool_call>call:now<tool_call|>", NOW),
)
