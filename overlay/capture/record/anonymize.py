"""Anonymizes a recording: keeps its structure and replaces all texts by filler of the same length and kind.

Only the detected calls keep their text, wherever they occur in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import injected_js
from overlay.capture.model import Answered, Delta, InputLine, LogLine, Ran
from overlay.capture.record.minimal_markup import MinimalMarkup
from overlay.capture.record.text_rewrite import Rules, longest_texts
from overlay.detection import detect, openers
from overlay.detection.results import TAG

_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
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
        *(
            "yaml",
            "text",
            "plain text",
            "plaintext",
            "bash",
            "shell",
            "sh",
            "javascript",
            "typescript",
            "html",
        ),
        *("css", "markdown", "sql", "java", "c", "c++", "c#", "go", "rust", "php", "ruby", "diff", "toml"),
    )
)
"""Labels of code blocks, which decide how calls are detected and how the bar of a block is known."""
FENCES = (None, "tool_code", "json")
"""Code block labels to detect calls under; None is no code block. Some formats are valid only under a label.
"""
_NAMES = {opener.strip("<>|/= ") for opener in (*openers(), f"<{TAG}") if opener.startswith("<")}
_TAGS = re.compile(
    rf"</?\|?(?:{'|'.join(sorted(map(re.escape, _NAMES), key=len, reverse=True))})[^<>\n]{{0,200}}>",
    re.IGNORECASE,
)
"""Tags around calls and results."""
_LABEL = 40
"""Maximum length of a button's text."""
BEGUN = 3
"""Minimum length of a call's beginning at the end of a text; a shorter one is masked too."""


def masked(text: str) -> str:
    """Return filler for a text: `x` and `X` for letters, `0` for digits; other characters are unchanged.

    In a short text, such as a button's, a word for "copy" stays: overlay knows the bar of a code block by it.
    """
    if len(text) > _LABEL:
        return _filled(text)
    parts: list[str] = []
    at = 0
    for found in _copy().finditer(text):
        parts += [_filled(text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, _filled(text[at:])])


def _filled(text: str) -> str:
    return _DIGIT.sub("0", _LETTER.sub(_letter, text))


@cache
def _copy() -> re.Pattern[str]:
    """The words for "copy" of the page script."""
    found = re.search(r"\bconst COPY\s*=\s*/(.+)/i;", injected_js.bundle())
    assert found
    return re.compile(found[1], re.IGNORECASE)


def is_label(text: str) -> bool:
    """Return whether a text is the label of a code block."""
    return text.strip().lower() in LANGUAGES


@dataclass(frozen=True, slots=True)
class Calls:
    """The texts to keep, longest first: `whole` are calls as the page had them, `tags` tags around them."""

    whole: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @classmethod
    def of(cls, deltas: Iterable[Delta], tools: list[dict[str, Any]]) -> Calls:
        """Return the calls detected in the watched texts."""
        whole: set[str] = set()
        tags: set[str] = set()
        for text in longest_texts(deltas):
            for fence in FENCES:
                for call in detect(text, tools=tools, fence=fence):
                    start, end = call.span
                    whole.add(text[start:end])
            tags.update(_TAGS.findall(text))
        return cls(_longest_first(whole), _longest_first(tags - whole))

    def masked(self, text: str) -> str:
        """Return a text with filler for all but its calls and the beginning of a call at its end."""
        if is_label(text) or self._is_line(text.strip()):
            return text
        parts: list[str] = []
        at = 0
        for start, end in self._places(text):
            parts += [masked(text[at:start]), text[start:end]]
            at = end
        return "".join([*parts, masked(text[at:])])

    def _is_line(self, text: str) -> bool:
        """Return whether a text begins a line of a call: code views have an element for each line."""
        if len(text) < BEGUN:
            return False
        known = (*self.whole, *self.tags)
        return any(line.strip().startswith(text) for call in known for line in call.splitlines())

    def _places(self, text: str) -> list[tuple[int, int]]:
        places = _with_texts(text, self.whole, [])
        last = max((end for _, end in places), default=0)
        starts = (_begun(text, last, call) for call in (*self.whole, *self.tags))
        begun = min((start for start in starts if start is not None), default=None)
        if begun is not None:
            places.append((begun, len(text)))
        return sorted(_with_texts(text, self.tags, places))


def rules_of(calls: Calls, markup: MinimalMarkup) -> Rules:
    """Return the rules that rewrite a page's texts and markup."""
    return Rules(
        calls.masked,
        markup.attribute,
        calls.masked,
        markup.address,
        markup.sheet,
        masked,
        markup.tag,
        is_label,
    )


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


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, texts), key=len, reverse=True))


def _with_texts(text: str, wanted: Iterable[str], places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return `places` and those of the wanted texts that overlap none of them."""
    found = list(places)
    for each in wanted:
        at = text.find(each)
        while at >= 0:
            if not any(start < at + len(each) and at < end for start, end in found):
                found.append((at, at + len(each)))
            at = text.find(each, at + len(each))
    return found


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
