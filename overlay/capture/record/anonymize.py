"""Anonymizes a recording: keeps its structure and replaces all texts by filler of the same length and kind.

Only the detected calls keep their text, wherever they occur in the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from typing import Any, cast

import injected_js
from overlay.capture.model import Answered, Delta, InputLine, LogLine, Ran
from overlay.capture.record.minimal_markup import MinimalMarkup
from overlay.capture.record.text_rewrite import Rules, longest_texts
from overlay.capture.record.unfinished_calls import UnfinishedCall, unfinished_call
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
    """The texts to keep, longest first: `whole` are calls as the page had them, `tags` tags around them.

    Of `unfinished` calls only the structure is kept: nothing says where they end.
    """

    whole: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    unfinished: tuple[UnfinishedCall, ...] = ()

    @classmethod
    def of(cls, deltas: Iterable[Delta], tools: list[dict[str, Any]]) -> Calls:
        """Return the calls detected in the watched texts."""
        whole: set[str] = set()
        tags: set[str] = set()
        unfinished: dict[str, UnfinishedCall] = {}
        for text in longest_texts(deltas):
            for fence in FENCES:
                read = partial(detect, tools=tools, fence=fence)
                for call in read(text):
                    if call.complete or call.error:
                        whole.add(call.raw)
                    elif call.raw not in unfinished:
                        unfinished[call.raw] = unfinished_call(text, call, read, masked)
            tags.update(_TAGS.findall(text))
        cut_off = _longest_first(raw for raw in unfinished if not any(one.startswith(raw) for one in whole))
        return cls(
            _longest_first(whole), _longest_first(tags - whole), tuple(unfinished[raw] for raw in cut_off)
        )

    def masked(self, text: str) -> str:
        """Return a text with filler for all but its calls and the beginning of a call at its end."""
        if is_label(text):
            return text
        line = self._line(text.strip())
        if line is not None:
            return text.replace(text.strip(), line)
        parts: list[str] = []
        at = 0
        for place in self._places(text):
            parts += [masked(text[at : place.start]), place.shown[: place.end - place.start]]
            at = place.end
        return "".join([*parts, masked(text[at:])])

    def arguments(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call that was never finished, masked as its text is."""
        for call in self.unfinished:
            if call.arguments == arguments:
                return call.shown_arguments
        return {name: _filled_value(value) for name, value in arguments.items()}

    def _known(self) -> Iterator[tuple[str, str]]:
        """Yield the texts of calls and tags, each with what is shown for it."""
        yield from ((text, text) for text in self.whole)
        yield from ((call.raw, call.shown) for call in self.unfinished)
        yield from ((text, text) for text in self.tags)

    def _line(self, text: str) -> str | None:
        """Return what is shown for a text that begins a line of a call: code views have one for each."""
        if len(text) < BEGUN:
            return None
        for raw, shown in self._known():
            for line, told in zip(raw.splitlines(), shown.splitlines(), strict=True):
                begin = len(line) - len(line.lstrip())
                if line.startswith(text, begin):
                    return told[begin : begin + len(text)]
        return None

    def _places(self, text: str) -> list[_Place]:
        whole = [(one, one) for one in self.whole]
        places = _with_texts(text, whole, [])
        places = _with_texts(text, [(call.raw, call.shown) for call in self.unfinished], places)
        last = max((place.end for place in places), default=0)
        begun = [
            _Place(start, len(text), shown)
            for raw, shown in self._known()
            if (start := _begun(text, last, raw)) is not None
        ]
        if begun:
            places.append(min(begun, key=attrgetter("start")))
        return sorted(_with_texts(text, [(one, one) for one in self.tags], places), key=attrgetter("start"))


@dataclass(frozen=True, slots=True)
class _Place:
    """A part of a text, and what is shown there."""

    start: int
    end: int
    shown: str


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


def log_lines(lines: Iterable[LogLine], calls: Calls) -> Iterator[LogLine]:
    """Yield the log lines with their texts and results masked, and the arguments of calls never finished."""
    told = list(lines)
    finished = {line.block for line in told if line.info.get("complete")}
    for line in told:
        info = dict(line.info)
        if info.get("result"):
            info["result"] = calls.masked(info["result"])
        if info.get("arguments") and line.block not in finished:
            info["arguments"] = calls.arguments(info["arguments"])
        yield line.model_copy(update={"text": calls.masked(line.text), "info": info})


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


def _filled_value(value: Any) -> Any:
    """Return JSON data with filler for each text and number."""
    if isinstance(value, dict):
        return {name: _filled_value(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_filled_value(item) for item in cast("list[Any]", value)]
    if isinstance(value, bool | None):
        return value
    return masked(value) if isinstance(value, str) else 0


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(None, texts), key=len, reverse=True))


def _with_texts(text: str, wanted: Iterable[tuple[str, str]], places: list[_Place]) -> list[_Place]:
    """Return `places`, and those of the wanted texts that overlap none; each comes with what is shown."""
    found = list(places)
    for each, shown in wanted:
        at = text.find(each)
        while at >= 0:
            end = at + len(each)
            if not any(place.start < end and at < place.end for place in found):
                found.append(_Place(at, end, shown))
            at = text.find(each, end)
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
