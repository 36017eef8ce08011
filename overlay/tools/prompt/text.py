"""Makes untrusted text safe in one line of the prompt: shortened, no line breaks, no calls."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from overlay.detection import detect
from overlay.detection.results import BREAK, clean, neutralize_calls

ROUNDS = 3
_SPACE = re.compile(r"\s+")
_FENCE = re.compile(r"`{3,}|~{3,}")
_SENTENCE = re.compile(r"[.!?…。！？][\"')\]]?(?=\s|$)|[。！？]")


def one_line(text: str) -> str:
    """Return `text` on one line, without control characters and without a heading, quote or code fence."""
    return _FENCE.sub("'''", _SPACE.sub(" ", clean(text))).lstrip("#> ").rstrip()


def shorten(text: str, limit: int) -> str:
    """Return `text` on one line with at most `limit` characters, cut after a sentence if possible, else after
    a word.
    """
    if len(text) <= limit:
        return text
    ends = [found.end() for found in _SENTENCE.finditer(text[: limit + 1]) if found.end() <= limit]
    if ends and ends[-1] >= 10:
        return text[: ends[-1]]
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    return f"{(cut[:space] if space > limit // 2 else cut).rstrip(' ,;:-')}…"


def neutralize_tool_calls(text: str, tools: Sequence[Mapping[str, Any]]) -> str:
    """Return `text` with a zero-width space wherever a call of `tools` or of any other tool could begin.

    `tools` are the tools that detection will know, with `name` and `parameters`: some models write a tool's
    name as a tag, which is a call only if the tool is known.
    """
    text = neutralize_calls(text)
    for _ in range(ROUNDS):
        starts = {call.span[0] + 1 for fence in (None, "") for call in detect(text, tools, fence=fence)}
        if not starts:
            break
        for start in sorted(starts, reverse=True):
            text = text[:start] + BREAK + text[start:]
    return text
