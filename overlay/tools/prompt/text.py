"""Other people's words in a line of ours: shortened, without line breaks, unable to act."""

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
    """`text` on one line, without control characters and what would be a heading, a quote or a fence."""
    return _FENCE.sub("'''", _SPACE.sub(" ", clean(text))).lstrip("#> ").rstrip()


def shorten(text: str, limit: int) -> str:
    """One line of text in at most `limit` characters: whole sentences where one ends within, else words."""
    if len(text) <= limit:
        return text
    ends = [found.end() for found in _SENTENCE.finditer(text[: limit + 1]) if found.end() <= limit]
    if ends and ends[-1] >= 10:
        return text[: ends[-1]]
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    return f"{(cut[:space] if space > limit // 2 else cut).rstrip(' ,;:-')}…"


def neutralize_tool_calls(text: str, tools: Sequence[Mapping[str, Any]]) -> str:
    """`text` with a zero-width space wherever it could begin a call, of one of `tools` or of any other.

    `tools` are what detection will know, `name` and `parameters` of each: some models print a tool's name as
    a tag, which is a call only where the tool is known.
    """
    text = neutralize_calls(text)
    for _ in range(ROUNDS):
        starts = {call.span[0] + 1 for fence in (None, "") for call in detect(text, tools, fence=fence)}
        if not starts:
            break
        for start in sorted(starts, reverse=True):
            text = text[:start] + BREAK + text[start:]
    return text
