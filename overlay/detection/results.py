"""Encodes a result as text for the model, and finds the results that are in a chat.

A result is data: no content may be read as a call or end the result's own wrapper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import unescape

from overlay.detection import ToolCall, detect, openers

TAG = "function_result"
ERROR = "Error"
"""The first word of a result that reports a failure."""
BREAK = "\u200b"
"""Zero-width space: splits text that would be read as markup, and doesn't disturb the model."""
ROUNDS = 5
DEPTH = 40
"""With more brackets open than this, detection would read a text again from each of them."""

_NAMES = "|".join((TAG, "function_call", "invoke", "parameter", "tool", "antml", "think"))
_BEFORE_TAGS = re.compile(rf"<(?=\s*[/|｜]?\s*(?:{_NAMES}))", re.IGNORECASE)
_SIGN = re.compile(rf"([^\w\s{BREAK}])(?!{BREAK})")
_WORD = re.compile(rf"(\w)(?=\w)(?!{BREAK})")
_BRACKET = re.compile(r"([{\[])(?=\s*[\"'{\[])")
_TOKEN = re.compile(r'\\.|["{}\[\]]', re.DOTALL)
_OPENING = re.compile(
    rf"<{TAG}(?P<attributes>(?:\s{{1,20}}[\w-]{{1,40}}\s?=\s?(?:\"[^\"<>]{{0,1600}}\"|'[^'<>]{{0,1600}}'))*)\s*>",
    re.IGNORECASE,
)
_CLOSING = re.compile(rf"</{TAG}\s*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_NOT_IN_IDS = re.compile(r"[<>&\"'`{}\[\]\s]+")
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029]")


def encode_result(
    text: str,
    call_id: str,
    *,
    error_code: str | None = None,
    limit: int | None = None,
    kept: str = "",
    notice: str = "",
) -> str:
    """Return `<function_result call_id="…">…</function_result>` around `text`, cut to `limit` and
    neutralised.

    `kept` says where the whole text is, if it is cut. With `error_code` the text begins with `Error (code):
    `, so that the model also reads the failure as text. `notice` is a line before all of that.
    """
    body = neutralize_calls(shorten(clean(text), limit, kept))
    if error_code:
        body = f"{ERROR} ({error_code}): {body}"
    head, tail = frame_of(call_id, notice)
    return f"{head}{body}{tail}"


def frame_of(call_id: str, notice: str = "") -> tuple[str, str]:
    """Return what `encode_result` puts before and after a result's text; `notice` ends the first."""
    lines = f"{neutralize_calls(clean(notice))}\n" if notice else ""
    return f'<{TAG} call_id="{_NOT_IN_IDS.sub("_", clean(call_id))[:200]}">\n{lines}', f"\n</{TAG}>"


def clean(text: str) -> str:
    """Return `text` without what composers don't keep: terminal colours, control characters, lone
    surrogates.
    """
    return _UNSEEN.sub("\ufffd", _LINE_ENDS.sub("\n", _ESCAPES.sub("", text.replace("\ufeff", ""))))


def shorten(text: str, limit: int | None, kept: str = "") -> str:
    """Return `text`, cut to `limit` code points: its first two thirds, a note, and its end.

    The note says how much is left out, and (`kept`) where the whole text is.
    """
    if limit is None or len(text) <= limit:
        return text
    head = limit * 2 // 3
    tail = limit - head
    left = len(text) - limit
    whole = f"the whole is in {kept}" if kept else "ask for a part if you need it"
    notice = f"[overlay left out {left:,} of {len(text):,} characters here; {whole}]"
    return f"{text[:head]}\n{notice}\n{text[len(text) - tail :] if tail else ''}"


def neutralize_calls(text: str) -> str:
    """Return `text` with a zero-width space wherever it could begin a call, a result or their ends.

    The same detection that watches the chat finds no call in the returned text, in a code block or outside.
    """
    text = _BEFORE_TAGS.sub("<" + BREAK, text)
    while (broken := _strong().sub(_split, text)) != text:
        text = broken
    if unclosed(text) > DEPTH:
        text = _BRACKET.sub(rf"\1{BREAK}", text)
    for _ in range(ROUNDS):
        calls = _calls(text)
        if not calls:
            return text
        text = _broken(text, calls)
    # If detection still finds a call, separate every two adjacent signs, and then every two adjacent letters.
    text = _SIGN.sub(rf"\1{BREAK}", text)
    return text if not _calls(text) else _WORD.sub(rf"\1{BREAK}", text)


def unclosed(text: str) -> int:
    """Return how many brackets are open at the end of `text`, not counting those in double-quoted strings."""
    depth, quoted = 0, False
    for token in _TOKEN.finditer(text):
        if token[0] == '"':
            quoted = not quoted
        elif not quoted and token[0] in "{[":
            depth += 1
        elif not quoted and token[0] in "}]":
            depth = max(0, depth - 1)
    return depth


def _calls(text: str) -> list[ToolCall]:
    return [*detect(text, fence=""), *detect(text)]


def _broken(text: str, calls: Iterable[ToolCall]) -> str:
    """Break every opener inside the calls, so that calls nested in them aren't found either."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(call.span for call in calls):
        if start < at:
            continue
        body = text[start:end]
        parts += [
            text[at:start],
            body[:1],
            "" if body[1:2] == BREAK else BREAK,
            _weak().sub(_split, body[1:]),
        ]
        at = end
    return "".join([*parts, text[at:]])


@cache
def _strong() -> re.Pattern[str]:
    """Return a pattern for the openers that only a call begins with."""
    return _any_of([opener for opener in openers() if len(opener) >= 5])


@cache
def _weak() -> re.Pattern[str]:
    return _any_of(openers())


def _any_of(literals: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted((re.escape(literal) for literal in literals), key=len, reverse=True)
    return re.compile("|".join(longest_first) or "(?!)", re.IGNORECASE)


def _split(found: re.Match[str]) -> str:
    return found[0][0] + BREAK + found[0][1:]


@dataclass(frozen=True, slots=True)
class FoundResult:
    """A result found in the chat: its call's id, its text, and its (start, end) in code points."""

    call_id: str
    text: str
    span: tuple[int, int]

    @property
    def error(self) -> bool:
        """Whether the result reports a failure, in the words that `encode_result` uses."""
        first, _, rest = self.text.partition("\n")
        notice = first.startswith("[") and first.endswith("]")
        return (rest if notice else self.text).startswith(f"{ERROR} (")


def find_results(text: str) -> list[FoundResult]:
    """Return the results in `text` in order, in time proportional to its length."""
    found: list[FoundResult] = []
    at = 0
    while opening := _OPENING.search(text, at):
        closing = _CLOSING.search(text, opening.end())
        if closing is None:
            break
        attributes = {
            name.lower(): unescape(a or b) for name, a, b in _ATTRIBUTE.findall(opening["attributes"])
        }
        body = text[opening.end() : closing.start()].removeprefix("\n").removesuffix("\n")
        found.append(FoundResult(attributes.get("call_id", ""), body, (opening.start(), closing.end())))
        at = closing.end()
    return found
