"""`qwen_xml`: Qwen3-Coder, Seed-OSS, Step 3.5, OpenHands, Functionary.

    call = ["<tool_call>"] "<function=" name ">" (parameter* | object) "</function>" ["</tool_call>"]

A parameter is `<parameter=k>text</parameter>`, without the line breaks at its edges, typed by the tool's
schema. Words before the first parameter make the call `repaired`.
"""

from __future__ import annotations

import re

from ..argument_types import typed, unwrap
from ..call_builder import CallBuilder
from ..examples import Example, F
from ..json_arguments import arguments, parsed
from ..json_call_shapes import PLAIN_NAME
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import expect, skip_stray, skip_to, take, text_to
from ..unclosed_values import end_argument
from ..value_terminators import ValueTerminators
from ..xml_values import value

ID = "qwen_xml"
_WRAPPERS = ("<tool_call>", "<seed:tool_call>", "<tool_calls>", "<function_calls>")
_CLOSERS = tuple(wrapper.replace("<", "</") for wrapper in _WRAPPERS)
_AFTER = ("<parameter=", "</function>", *_CLOSERS)
_END = re.compile("</function>", re.IGNORECASE)


def read(s: ParseContext) -> Parser[None]:
    """Read a wrapper with its calls, or one call alone."""
    wrapper = yield from take(s, _WRAPPERS)
    if wrapper:
        yield from take(s, _WRAPPERS)
    count = 0
    end = s.at
    while (yield from take(s, ("<function=",))):
        yield from _function(s, s.at - len("<function="))
        count += 1
        end = s.at
        if not wrapper:
            break
        if (yield from take(s, _CLOSERS)):
            end = s.at
            if (yield from take(s, _WRAPPERS)) is None:
                break
    if not count:
        raise NotACall("no function in the wrapper")
    s.rewind(end)


def _function(s: ParseContext, start: int) -> Parser[None]:
    name = (yield from text_to(s, ">")).strip().strip("\"'")
    if not PLAIN_NAME.fullmatch(name):
        raise NotACall("no name of a function")
    draft = s.draft(ID, start)
    draft.named(name)
    following = yield from skip_to(s, ("{", *_AFTER))
    draft.mended = following is None
    if draft.mended and not (yield from skip_stray(s, "<parameter=")):
        raise NotACall("text in a function")
    draft.show()
    if following == "{":
        yield from _object(s, draft)
        return
    while True:
        following = yield from expect(s, *_AFTER)
        if following == "</function>":
            s.close(draft)
            return
        if following != "<parameter=":
            s.pos -= len(following)
            s.close(draft, repaired=True)
            return
        yield from _parameter(s, draft)


def _object(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    start = s.at
    problem = yield from arguments(s, draft, _END)
    if problem is None:
        repaired, problem = parsed(draft, s.slice(start, s.at), draft.name)
        yield from expect(s, "</function>")
        s.close(draft, repaired=repaired, error=problem)
        return
    yield from s.read_past(_END, 11)
    s.close(draft, error=f"tool {draft.name}: {problem}")


def _parameter(s: ParseContext, draft: CallBuilder) -> Parser[None]:
    """Read one parameter, from after `<parameter=`.

    A mended parameter is printed as `k=v</parameter>` instead of `k>v</parameter>`.
    """
    start = s.at
    draft.mended |= (yield from s.until(_KEY_END)) == "="
    key = s.slice(start, s.at).strip().strip("\"'")
    s.pos += 1
    if not key or len(key) > 256:
        raise NotACall("a parameter without a name")
    schemas = s.tools.parameters(draft.name)
    ends = ValueTerminators(
        closers=("</parameter>",), follow=_AFTER, openers=("<parameter=",), again=("<parameter=",),
        outer=("<function=",), outer_closers=("</function>",),
        outer_follow=_CLOSERS, starts=("<parameter=",), key=_KEY,
        pending=frozenset(schemas.keys() - draft.arguments.keys() - {key}),
    )  # fmt: skip
    sink = draft.argument(key)
    raw, ending = yield from value(s, ends, sink)
    end_argument(draft, key, ending, raw, schemas)
    draft.put(key, typed(unwrap(raw), schemas.get(key)))


_KEY = re.compile(r"""<[^=]+=\s*["']?([^"'<>=\n]+)""")
_KEY_END = re.compile("[>=\n]")

FAMILY = CallFormat(
    ID, 0, (*_WRAPPERS, "<function="), read, refused=re.compile(r"<function_calls>(?=\s*+<invoke[ ])")
)

EXAMPLES = (
    Example("<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>", F),
    Example("<seed:tool_call><function=f><parameter=a>x</parameter></function></seed:tool_call>", F),
    Example('<function=f>{"a": "x"}</function>', F),
    Example("<function=f>\n<parameter=a>x</parameter>\n</function>", F),
)
