"""`hermes`: JSON between the tokens that a model reserves for calls.

    calls = opener (object | list)+ [closer]

Hermes and Qwen (`<tool_call>`), Jamba and Hunyuan (`<tool_calls>`), LongCat, Granite (`<|tool_call|>`), Phi-4
(`functools[…]`), InternLM (`<|action_start|>`), Command (`<|START_ACTION|>`), GigaChat (`<|function_call|>`,
`function call<|role_sep|>`), Nemotron (`<TOOLCALL>`), LFM2 (`<|tool_call_start|>`), Llama (`<|python_tag|>`).
A call whose closer is missing, or that has a bracket too many
(https://github.com/ml-explore/mlx-lm/issues/1264), is `repaired`. Formats without a closer need arguments,
since their token also occurs alone in prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..examples import NOW, Example, F
from ..json_calls import Style, calls
from ..parse_context import CallFormat, ParseContext
from ..stream_buffer import NotACall, Parser
from ..token_readers import preceding, take

ID = "hermes"


@dataclass(frozen=True)
class _Pair:
    opener: str
    closers: tuple[str, ...] = ()
    between: str = ""  # a second token that may follow the opener
    before: str = ""  # a pattern for the text right before the opener
    refused: str = ""  # the pattern for `CallFormat.refused`
    closed: bool = True  # whether the model always prints a closer


_PAIRS = (
    _Pair("<tool_call>", ("</tool_call>",)),
    _Pair("<tool_calls>", ("</tool_calls>",)),
    _Pair("<ifm|tool_call>", ("</ifm|tool_call>",)),
    _Pair("<function_call>", ("</function_call>",)),
    _Pair("<functioncall>", ("</functioncall>", "<|endoftext|>"), closed=False),
    _Pair("<toolcall>", ("</toolcall>",)),
    _Pair("<tool_use>", ("</tool_use>",)),
    _Pair("<dots_function_call>", ("</dots_function_call>",)),
    _Pair("<longcat_tool_call>", ("</longcat_tool_call>",)),
    _Pair("<tool_request>", ("</tool_request>",)),
    _Pair("<|tool_call|>", ("<|/tool_call|>", "<|end_tool_call|>"), closed=False),
    _Pair("<|tool_call_start|>", ("<|tool_call_end|>",)),
    _Pair("<|action_start|>", ("<|action_end|>",), between="<|plugin|>"),
    _Pair("<|start_action|>", ("<|end_action|>",)),
    _Pair("<|function_call|>"),
    _Pair("<|python_tag|>", ("<|eom_id|>", "<|eot_id|>"), closed=False),
    _Pair("[", before=r"functools\s?$", refused=r"(?i)(?<!functools)(?<!functools\s)(?=\[)"),
    _Pair("<|role_sep|>", before=r"function call$"),
)


def _reader(pair: _Pair) -> CallFormat:
    closer = (
        re.compile("|".join(re.escape(one) for one in pair.closers), re.IGNORECASE) if pair.closers else None
    )
    # A page may have removed a token, so only the formats that always print a closer need it; none has a
    # further bracket.
    needed = rf"[{{\[;,]|{closer.pattern}" if closer and pair.closed else r"(?![}\]])"
    after = re.compile(needed, re.IGNORECASE)
    style = Style(ID, wrapped=True, closer=closer, needs_arguments=closer is None, after=after)
    before = re.compile(pair.before, re.IGNORECASE) if pair.before else None

    def read(s: ParseContext) -> Parser[None]:
        if before and not before.search(preceding(s, 32)):
            raise NotACall("there is another word before it")
        if pair.opener != "[":
            s.pos += len(pair.opener)
        if pair.between:
            yield from take(s, (pair.between,))
        begin = end = s.at
        count = 0
        while (yield from s.space()) in ("{", "[", ";", ",") and not (s.eof and s.pos == len(s.buf)):
            if s.buf[s.pos] in ";,":
                s.pos += 1
                continue
            count += yield from calls(s, style)
            end = s.at
        s.rewind(end)
        if not count and (pair.closers or end == begin):
            raise NotACall("no JSON that is a call")
        if pair.closers:
            yield from take(s, pair.closers)

    return CallFormat(ID, 0, (pair.opener,), read, refused=re.compile(pair.refused) if pair.refused else None)


FAMILIES = tuple(_reader(pair) for pair in _PAIRS)

EXAMPLES = (
    Example('<tool_call>\n{"name": "f", "arguments": {"a": "x"}}\n</tool_call>', F),
    Example('<tool_call>{"name": "f", "arguments": {"a": "x"}}\n{"name": "now"}</tool_call>', F + NOW),
    Example('<tool_calls>[{"name": "f", "arguments": {"a": "x"}}]</tool_calls>', F),
    Example('<function_call> {"name": "f", "arguments": {"a": "x"}}</function_call>', F),
    Example('<longcat_tool_call>{"name": "f", "arguments": {"a": "x"}}</longcat_tool_call>', F),
    Example('<|tool_call|> [{"name": "f", "arguments": {"a": "x"}}]', F),
    Example('functools[{"name": "f", "arguments": {"a": "x"}}]', F),
    Example('<|action_start|><|plugin|>{"name": "f", "parameters": {"a": "x"}}<|action_end|>', F),
    Example(
        '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "f", "parameters": {"a": "x"}}]<|END_ACTION|>', F
    ),
    Example('<|function_call|>{"name": "f", "arguments": {"a": "x"}}', F),
    Example('<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "f", "arguments": {"a": "x"}}', F),
    Example(
        '<|python_tag|>{"name": "f", "parameters": {"a": "x"}};{"name": "now", "parameters": {}}', F + NOW
    ),
    Example('<TOOLCALL>[{"name": "f", "arguments": {"a": "x"}}]</TOOLCALL>', F),
    Example('<tool_request>{"function": {"name": "f", "arguments": {"a": "x"}}}</tool_request>', F),
)
