"""A result as text for the model, and the results that stand in a chat.

A result is data: whatever it holds, it must never be taken for a call or end its own wrapper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from overlay.formats import detect, openers

TAG = "function_result"
_BEFORE_TAGS = re.compile(
    r"<(?=\s*[/|｜]?\s*(?:" + "|".join((TAG, "function_call", "invoke", "parameter", "tool", "antml", "think")) + "))",
    re.IGNORECASE,
)
_RESULT = re.compile(
    rf"<{TAG}(?P<attributes>(?:\s+[\w-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*>(?P<text>.*?)</{TAG}\s*>",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BREAK = "\u200b"


def encode_result(text: str, call_id: str, *, error_code: str | None = None) -> str:
    """Return `<function_result call_id="…">…</function_result>` around `text`, neutralised.

    With `error_code` the text begins with `Error (code): `, so that the model hears of a failure in words too.
    """
    body = neutralise(text)
    if error_code:
        body = f"Error ({error_code}): {body}"
    identity = call_id.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace("\n", " ")
    return f'<{TAG} call_id="{identity}">\n{body}\n</{TAG}>'


def neutralise(text: str) -> str:
    """Return `text` with a zero-width space wherever it could begin a call, a result or their ends.

    What still reads as a call after that (formats without tags) is broken at its first character; the returned
    text holds no call by the same detection that watches the chat.
    """
    text = _BEFORE_TAGS.sub("<" + _BREAK, text)
    text = _break_openers(text)
    for _ in range(50):
        calls = detect(text, fence="")
        calls += detect(text)
        if not calls:
            return text
        for start in sorted({call.span[0] for call in calls}, reverse=True):
            text = text[: start + 1] + _BREAK + text[start + 1 :]
    return text.replace("{", "{" + _BREAK).replace("[", "[" + _BREAK).replace(":", ":" + _BREAK)


def _break_openers(text: str) -> str:
    strong = [re.escape(opener) for opener in openers() if len(opener) >= 5]
    if not strong:
        return text
    return re.sub("|".join(sorted(strong, key=len, reverse=True)), _split, text, flags=re.IGNORECASE)


def _split(found: re.Match[str]) -> str:
    return found[0][0] + _BREAK + found[0][1:]


@dataclass(frozen=True, slots=True)
class FoundResult:
    """A result that stands in the chat: its call's id, its text, and where (code points)."""

    call_id: str
    text: str
    span: tuple[int, int]

    @property
    def error(self) -> bool:
        """It tells of a failure, in the words `encode_result` uses."""
        return self.text.startswith("Error (")


def find_results(text: str) -> list[FoundResult]:
    """Return the results in `text`, in order."""
    found: list[FoundResult] = []
    for match in _RESULT.finditer(text):
        attributes = {name.lower(): unescape(a or b) for name, a, b in _ATTRIBUTE.findall(match["attributes"])}
        body = match["text"].removeprefix("\n").removesuffix("\n")
        found.append(FoundResult(attributes.get("call_id", ""), body, match.span()))
    return found
