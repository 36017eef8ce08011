"""Anonymizes a recording: keeps its structure and replaces all texts by filler of the same length and kind.

Only the detected calls keep their text, wherever they occur in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from overlay.capture.model import Answered, Delta, InputLine, LogLine, Ran
from overlay.capture.record.text_rewrite import Rules, longest_texts
from overlay.detection import detect, openers
from overlay.detection.results import TAG

_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
SPOKEN = frozenset(
    ("alt", "title", "aria-label", "aria-description", "placeholder", "value", "label", "content")
)
"""Attributes whose value users see or hear."""
ADDRESSES = frozenset(("href", "src", "srcset", "poster", "xlink:href", "action", "data"))
LANGUAGES = frozenset(
    (
        "xml",
        "json",
        "jsonl",
        "python",
        "tool_code",
        "tool_call",
        "tool_calls",
        "function_call",
        "yaml",
        "text",
    )
)
"""Labels of code blocks that decide how calls are detected, so they are kept."""
FENCES = (None, "tool_code", "json")
"""Code block labels to detect calls under; None is no code block. Some formats are valid only under a label.
"""
_NAMES = {opener.strip("<>|/= ") for opener in (*openers(), f"<{TAG}") if opener.startswith("<")}
_TAGS = re.compile(
    rf"</?\|?(?:{'|'.join(sorted(map(re.escape, _NAMES), key=len, reverse=True))})[^<>\n]{{0,200}}>",
    re.IGNORECASE,
)
"""Tags around calls and results."""
_NEEDED = re.compile(r"""\[\s*([\w-]+)\s*[~|^$*]?=\s*["']?([^"'\]]+)""")
BEGUN = 3
"""Minimum length of a call's beginning at the end of a text; a shorter one is masked too."""


def masked(text: str) -> str:
    """Return filler for a text: `x` and `X` for letters, `0` for digits; other characters are unchanged."""
    return _DIGIT.sub("0", _LETTER.sub(_letter, text))


@dataclass(frozen=True, slots=True)
class Calls:
    """The texts to keep: `whole` are the calls as they were in the page, longest first."""

    whole: tuple[str, ...] = ()

    @classmethod
    def of(cls, deltas: Iterable[Delta], tools: list[dict[str, Any]]) -> Calls:
        """Return the calls detected in the watched texts."""
        found: set[str] = set()
        for text in longest_texts(deltas):
            for fence in FENCES:
                for call in detect(text, tools=tools, fence=fence):
                    start, end = call.span
                    found.add(text[start:end])
            found.update(_TAGS.findall(text))
        return cls(tuple(sorted(filter(None, found), key=len, reverse=True)))

    def masked(self, text: str) -> str:
        """Return a text with filler for all but its calls and the beginning of a call at its end."""
        if text.strip().lower() in LANGUAGES:
            return text
        parts: list[str] = []
        at = 0
        for start, end in self._places(text):
            parts += [masked(text[at:start]), text[start:end]]
            at = end
        return "".join([*parts, masked(text[at:])])

    def _places(self, text: str) -> list[tuple[int, int]]:
        places: list[tuple[int, int]] = []
        for call in self.whole:
            at = text.find(call)
            while at >= 0:
                if not any(start < at + len(call) and at < end for start, end in places):
                    places.append((at, at + len(call)))
                at = text.find(call, at + len(call))
        last = max((end for _, end in places), default=0)
        starts = (_begun(text, last, call) for call in self.whole)
        begun = min((start for start in starts if start is not None), default=None)
        return sorted(places) + ([(begun, len(text))] if begun is not None else [])


def rules_of(calls: Calls, selectors: str) -> Rules:
    """Return the rules that rewrite a page's texts.

    A label is kept if `selectors` (the profile's CSS selectors) match on it.
    """
    needed = [(name.lower(), words.strip().lower()) for name, words in _NEEDED.findall(selectors)]

    def attribute(tag: str, name: str, value: str) -> str:
        lower = name.lower()
        if lower in SPOKEN:
            stays = any(lower == name and words in value.lower() for name, words in needed)
            return value if stays or tag == "meta" else masked(value)
        return address(value) if lower in ADDRESSES and tag != "link" else value

    return Rules(calls.masked, attribute, calls.masked, address, lambda text: text, masked)


def address(url: str) -> str:
    """Return a URL with query and fragment masked; a `data:` URL becomes empty."""
    if url.startswith("data:"):
        return "data:,"
    parts = urlsplit(url)
    return parts._replace(query=masked(parts.query), fragment=masked(parts.fragment)).geturl()


def log_line(line: LogLine, calls: Calls) -> LogLine:
    """Return a log line with its text and result masked, except for calls."""
    info = {
        name: calls.masked(value) if name == "result" and value else value
        for name, value in line.info.items()
    }
    return line.model_copy(update={"text": calls.masked(line.text), "info": info})


def input_line(line: InputLine) -> InputLine:
    """Return an input line with the texts of tool results and of the user masked."""
    if isinstance(line, Ran):
        return line.model_copy(update={"result": _without_words(line.result)})
    if isinstance(line, Answered):
        verdict = {name: masked(text) if name == "reason" else text for name, text in line.verdict.items()}
        return line.model_copy(update={"verdict": verdict})
    return line


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {
            name: item if name in ("code", "mime_type") else _without_words(item)
            for name, item in members.items()
            if name != "data"
        }
    if isinstance(value, list):
        return [_without_words(item) for item in cast("list[Any]", value)]
    return masked(value) if isinstance(value, str) else value


def _begun(text: str, last: int, call: str) -> int | None:
    """Return where the beginning of `call` at the end of `text` starts, if not before `last`; else None."""
    start = text.find(call[:BEGUN], max(last, len(text) - len(call) + 1))
    while start >= 0:
        if call.startswith(text[start:]):
            return start
        start = text.find(call[:BEGUN], start + 1)
    return None


def _letter(found: re.Match[str]) -> str:
    letter = found[0]
    if letter > "\uffff":
        return "\U0001d5d1"
    return "X" if letter.isupper() else "x"
