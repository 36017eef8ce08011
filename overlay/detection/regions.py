"""The regions of a text in which a call doesn't count: the model's reasoning, and the results of tools.

A region ends at its closer. Without one it reaches to the end of the text, or of the code block around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from .parse_context import CallFormat, ParseContext
from .stream_buffer import NotACall, Parser

Kind = Literal["reasoning", "result"]


class Region(NamedTuple):
    """The opener and the closer of a region, both lower case and literal."""

    kind: Kind
    opener: str
    closer: str


# Tags as models print them. Each may have attributes (`<think lang="en">`) and a namespace (`<seed:think>`).
# think: DeepSeek R1, Qwen, MiniMax, Hunyuan. thinking: Claude, Open WebUI. thought: EXAONE Deep, Gemini.
# reason, reasoning: Open WebUI's own list. reflection: Reflection 70B. The rest: published system prompts,
# translations, and spellings in bug reports.
_REASONING = """think thinking thought thoughts reason reasoning reasoning_content reflection scratchpad
scratch_pad inner_monologue internal_monologue inner_thoughts chain_of_thought thought_process
thinking_process deliberation antthinking 思考 思考过程 思维 推理 denken gedanken pensée réflexion
pensamiento razonamiento pensamento raciocínio pensiero мысли размышления рассуждение 생각"""
_RESULTS = """function_result function_results function_response tool_response tool_responses tool_result
tool_results tool_output tool_outputs tool_call_result observation observations"""
_TOKENS = (
    Region("reasoning", "[think]", "[/think]"),  # Mistral's Magistral
    Region("reasoning", "◁think▷", "◁/think▷"),  # Kimi VL
    Region("reasoning", "<|begin_of_thought|>", "<|end_of_thought|>"),  # Sky-T1, OpenThinker
    Region("reasoning", "<|start_thinking|>", "<|end_thinking|>"),  # Cohere's Command A Reasoning
    Region("reasoning", "<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    Region("reasoning", "<|channel>thought", "<channel|>"),  # Gemma 4
    Region("reasoning", "<|channel|>analysis<|message|>", "<|end|>"),  # gpt-oss (harmony)
    Region("result", "<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"),  # DeepSeek
    Region("result", "<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>"),
    Region("result", "<|start_tool_result|>", "<|end_tool_result|>"),  # Cohere
)
_KIND_OF_TAG: dict[str, Kind] = {
    **dict.fromkeys(_REASONING.split(), "reasoning"),
    **dict.fromkeys(_RESULTS.split(), "result"),
}
_LONGEST_LINE = 200  # code points of the line that closes a code block
_MOST = 300  # code points of the attributes of a tag
_ATTRIBUTES = re.compile(rf"[^<>]{{0,{_MOST}}}>")
_TAG_END = re.compile(r"[<>]")
_DETAILS = re.compile(r"""\btype\s*=\s*["']?(?:reasoning|thinking|thought)\b""", re.IGNORECASE)
_AFTER_NAME = (">", " ", "\t", "\n", "\r")


def _closer_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{re.escape(name)}\s{{0,9}}>", re.IGNORECASE)


def _skip_token(closer: str) -> Callable[[ParseContext], Parser[None]]:
    pattern = re.compile(re.escape(closer), re.IGNORECASE)

    def read(s: ParseContext) -> Parser[None]:
        yield from _skip(s, pattern, len(closer))

    return read


def _read_tag(s: ParseContext) -> Parser[None]:
    """Skip from a tag of reasoning or results to its closing tag; NotACall if it is another tag."""
    start = s.at
    s.pos += 1
    try:
        yield from s.until(_TAG_END, start + _MOST)
    finally:
        tag = s.slice(start, s.at)
    if s.buf[s.pos] != ">":
        raise NotACall("not a tag")
    s.pos += 1
    name = re.split(r"[\s/]", tag[1:], maxsplit=1)[0].lower()
    if not _begins_region(name, tag):
        raise NotACall("a tag of another kind")
    yield from _skip(s, _closer_of(name), len(name) + 12)


def _begins_region(name: str, tag: str) -> bool:
    if tag.endswith("/"):
        return False
    return (name == "details" and _DETAILS.search(tag) is not None) or name.rpartition(":")[2] in _KIND_OF_TAG


def _skip(s: ParseContext, closer: re.Pattern[str], longest: int) -> Parser[None]:
    s.pending_from = None
    if s.block_end is None:
        yield from s.read_past(closer, longest)
        return
    found = yield from s.read_past(
        re.compile(f"(?:{closer.pattern})|(?P<end>{s.block_end})", re.IGNORECASE), 200
    )
    if found["end"] is not None:
        s.pos = found.start()


_TAG_FORMAT = CallFormat(
    "context",
    -1,
    (*(f"<{name}" for name in _KIND_OF_TAG), "<details"),
    _read_tag,
    patterns=(rf"<[\w-]{{1,40}}:(?:{'|'.join(_KIND_OF_TAG)})(?=[\s>])",),
)
SKIPPED = [
    _TAG_FORMAT,
    *(CallFormat("context", -1, (one.opener,), _skip_token(one.closer)) for one in _TOKENS),
]

_OPENER = re.compile(
    "|".join(
        [
            *(re.escape(one.opener) for one in _TOKENS),
            rf"<(?P<name>(?:[\w-]{{1,40}}:)?(?:{'|'.join(_KIND_OF_TAG)})|details)(?:\s[^<>]{{0,{_MOST}}})?>",
        ]
    ),
    re.IGNORECASE,
)
_TOKEN = {one.opener: one for one in _TOKENS}


def open_region(text: str) -> Kind | None:
    """Return the kind of the region that is open at the end of `text`; None if none is.

    Takes time proportional to the length of the text.
    """
    at = 0
    while found := _OPENER.search(text, at):
        at = found.end()
        name = (found["name"] or "").lower()
        if not name:
            token = _TOKEN[found[0].lower()]
            kind, closer = token.kind, re.compile(re.escape(token.closer), re.IGNORECASE)
        elif _begins_region(name, found[0][:-1]):
            kind, closer = _KIND_OF_TAG.get(name.rpartition(":")[2], "reasoning"), _closer_of(name)
        else:
            continue
        end = closer.search(text, at)
        if end is None:
            return kind
        at = end.end()
    return None
