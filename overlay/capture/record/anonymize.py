"""Anonymizes a recording: keeps its structure and replaces all texts by filler of the same length and kind.

Only the detected calls keep their text, wherever they occur in the page, and the words that announce an
example.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from operator import attrgetter
from typing import Any, cast

import injected_js
from overlay.capture.model import Answered, Delta, InputLine, LogLine, Ran, Recalled
from overlay.capture.record.announcing_words import Lines, find_announcing_words, lines_in, shown_line
from overlay.capture.record.minimal_markup import MinimalMarkup
from overlay.capture.record.text_rewrite import Rules, longest_texts
from overlay.capture.record.unfinished_calls import UnfinishedCall, unfinished_calls
from overlay.detection import detect, openers
from overlay.detection.results import ERROR, TAG

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
NO_IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
"""A picture of one pixel in base64, in place of those of results."""
FENCES = (None, "tool_code", "json")
"""Code block labels to detect calls under; None is no code block. Some formats are valid only under a label.
"""
_NAMES = {opener.strip("<>|/= ") for opener in (*openers(), f"<{TAG}") if opener.startswith("<")}
_TAGS = re.compile(
    rf"</?\|?(?:{'|'.join(sorted(map(re.escape, _NAMES), key=len, reverse=True))})[^<>\n]{{0,200}}>",
    re.IGNORECASE,
)
"""Tags around calls and results."""
_FAILED = re.compile(rf"^{ERROR}(?= \()", re.MULTILINE)
"""The word by which a result reports a failure: without it the replay would draw another block."""
_LABEL = 40
"""Maximum length of a button's text."""
BEGUN = 3
"""Minimum length of a call's beginning at the end of a text; a shorter one is masked too."""
MOST_UNFINISHED = 50
"""How many unfinished calls keep their structure; of others nothing is kept."""
OF_WHOLE_CALLS = ("arguments", "call_id", "note")
"""What the log has of a call only once it is whole: before, any of it may be a user's words."""


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
    return _DIGIT.sub(_digit, _LETTER.sub(_letter, text))


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

    Of `unfinished` calls only the structure is kept: nothing says where they end. `lines` have words that
    announce an example.
    """

    whole: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    unfinished: tuple[UnfinishedCall, ...] = ()
    lines: Lines = field(default_factory=Lines)

    @classmethod
    def of(cls, deltas: Iterable[Delta], tools: list[dict[str, Any]]) -> Calls:
        """Return the calls detected in the watched texts."""
        reads = [partial(detect, tools=tools, fence=fence) for fence in FENCES]
        whole: set[str] = set()
        tags: set[str] = set()
        cut_off: dict[str, set[str]] = {}
        texts = dict.fromkeys(longest_texts(deltas))
        for text in texts:
            for call in (call for read in reads for call in read(text)):
                start, end = call.span
                if call.complete:
                    whole.add(text[start:end])
                else:
                    cut_off.setdefault(text, set()).add(text[start:end])
            tags.update(_TAGS.findall(text))
        known = cls(_longest_first(whole), _longest_first(tags - whole))
        for text in texts:
            find_announcing_words(text, known.gaps(text), known.lines, known.masked)
        unfinished: dict[str, UnfinishedCall] = {}
        for text in sorted(cut_off, key=len, reverse=True):
            # Most were cut off only because the rest had not been written yet.
            seen = (*whole, *unfinished)
            if len(unfinished) < MOST_UNFINISHED and not all(
                any(one in other for other in seen) for one in cut_off[text]
            ):
                found = unfinished_calls(text, reads, known.masked, masked)
                unfinished |= {one.raw: one for one in found}
        return replace(known, unfinished=tuple(unfinished[raw] for raw in _longest_first(unfinished)))

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
            parts += [self._prose(text[at : place.start]), place.shown[: place.end - place.start]]
            at = place.end
        return "".join([*parts, self._prose(text[at:], grows=True)])

    def gaps(self, text: str) -> list[tuple[int, int]]:
        """Return the parts of a text outside of its calls."""
        at = 0
        found: list[tuple[int, int]] = []
        for place in self._places(text):
            found.append((at, place.start))
            at = place.end
        return [*found, (at, len(text))]

    def _prose(self, text: str, *, grows: bool = False) -> str:
        """Return filler for all but the words that announce an example."""
        shown = masked(text)
        for found in _FAILED.finditer(text):
            shown = f"{shown[: found.start()]}{found[0]}{shown[found.end() :]}"
        if not self.lines:
            return shown
        for line in lines_in(text):
            start, end = line.span()
            told = shown_line(line[0], shown[start:end], self.lines, grows=grows and end == len(text))
            shown = f"{shown[:start]}{told}{shown[end:]}"
        return shown

    def _calls(self) -> list[tuple[str, str]]:
        """Return the texts of calls, each with what is shown for it, longest first."""
        both = [(one, one) for one in self.whole] + [(one.raw, one.shown) for one in self.unfinished]
        return sorted(both, key=lambda pair: len(pair[0]), reverse=True)

    def _known(self) -> list[tuple[str, str]]:
        """Return the texts of calls and tags, each with what is shown for it."""
        return [*self._calls(), *((text, text) for text in self.tags)]

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
        places = _with_texts(text, self._calls(), [])
        begun = [
            _Place(start, len(text), shown)
            for raw, shown in self._known()
            if (start := _begun(text, raw, places)) is not None
        ]
        if begun:
            first = min(begun, key=attrgetter("start"))
            places = [*(place for place in places if place.end <= first.start), first]
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
    """Yield the log lines with their texts and results masked; calls are left out until they are whole."""
    known: dict[int | None, dict[str, Any]] = {}
    for line in lines:
        now = known.setdefault(line.block, {})
        now.update(line.info)
        info = dict(line.info)
        if info.get("result"):
            info["result"] = calls.masked(info["result"])
        if line.block is not None and not now.get("complete"):
            info = {name: value for name, value in info.items() if name not in OF_WHOLE_CALLS}
        elif info.get("complete"):
            info |= {name: now[name] for name in OF_WHOLE_CALLS if name in now}
        yield line.model_copy(update={"text": calls.masked(line.text), "info": info})


def input_line(line: InputLine, markup: MinimalMarkup) -> InputLine:
    """Return an input line with the texts of tool results and of the user masked, and the ids of messages as
    `markup` has them.
    """
    if isinstance(line, Ran):
        return line.model_copy(update={"result": _result_without_words(line.result)})
    if isinstance(line, Answered):
        verdict = {name: masked(text) if name == "reason" else text for name, text in line.verdict.items()}
        return line.model_copy(update={"verdict": verdict})
    if isinstance(line, Recalled):
        result = line.result and line.result.model_copy(
            update={"text": masked(line.result.text), "notice": masked(line.result.notice)}
        )
        words = {
            "turn": markup.message_id(line.turn),
            "replies_to": markup.words_id(line.replies_to),
            "note": masked(line.note),
        }
        return line.model_copy(update=words | {"result": result})
    return line


def _result_without_words(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as `as_plain` writes it, without words and data; codes and types of media stay."""
    return {name: _part_without_words(name, part) for name, part in result.items()}


def _part_without_words(name: str, part: Any) -> Any:
    match name:
        case "images" | "sounds":
            data = NO_IMAGE if name == "images" else ""
            return [{"data": data, "mime_type": medium["mime_type"]} for medium in part]
        case "links":
            return [{field: _without_words(text) for field, text in link.items()} for link in part]
        case "error":
            message, data = masked(part["message"]), _without_words(part.get("data"))
            return {"code": part["code"], "message": message, "data": data}
        case _:
            return _without_words(part)


def _without_words(value: Any) -> Any:
    """Return a JSON value of the same form; its names are numbered, for they may be words of a user too."""
    match value:
        case dict():
            members = cast("dict[str, Any]", value)
            return {
                f"field{place}": _without_words(item) for place, item in enumerate(members.values(), start=1)
            }
        case list():
            return [_without_words(item) for item in cast("list[Any]", value)]
        case str():
            return masked(value)
        case int() | float() if not isinstance(value, bool):
            return 0
        case _:
            return value


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


def _begun(text: str, call: str, places: list[_Place]) -> int | None:
    """Return where the beginning of `call` at the end of `text` starts, if not inside a place; else None."""
    start = text.find(call[:BEGUN], max(0, len(text) - len(call) + 1))
    while start >= 0:
        if call.startswith(text[start:]) and not any(place.start < start < place.end for place in places):
            return start
        start = text.find(call[:BEGUN], start + 1)
    return None


def _letter(found: re.Match[str]) -> str:
    letter = found[0]
    if letter > "\uffff":
        return "\U0001d5d1"
    return "X" if letter.isupper() else "x"


def _digit(found: re.Match[str]) -> str:
    return "\U0001d7ce" if found[0] > "\uffff" else "0"
