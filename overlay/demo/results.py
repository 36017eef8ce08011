"""Reads the results that a companion sends back: the `<function_result>` elements in a user message.

The demo's model reads only their text, as a language model would, so its answers show what it received.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from overlay.common.json_types import JsonValue
from overlay.detection.results import find_results

_CLOCK = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?")
_SIZE = re.compile(r" \(\d+ bytes?\)$")
REMARKS = ("(", "…")
"""The beginnings of lines in a listing that are not entries: "(nothing)", "… (only the first 500)"."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_DENIED = re.compile(r"tool_denied|denied|refused|not allowed|declined", re.IGNORECASE)
_FAILED = re.compile(
    r"tool_\w+_failed|tool_invalid|tool_not_found|\berror\b|failed|no such file|not found|does not exist",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """One `<function_result>` as sent: its `call_id` ("" if it has none), and its text."""

    call_id: str
    text: str

    @property
    def denied(self) -> bool:
        """Whether the result says that the call was refused."""
        return bool(_DENIED.search(self.text))

    @property
    def failed(self) -> bool:
        """Whether the result says that the tool failed."""
        return bool(_FAILED.search(self.text))


def parse_results(message: str) -> list[FunctionResult]:
    """Return the `<function_result>` elements of a message, in order."""
    return [FunctionResult(found.call_id, found.text) for found in find_results(message)]


def first_line(text: str) -> str:
    """Return the first line that is not empty (of JSON with text, that text's first line), or ""."""
    data = _json(text)
    if isinstance(data, dict):
        data = next((value for value in data.values() if isinstance(value, str)), None)
    if isinstance(data, str):
        text = data
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def clock_time(text: str) -> str:
    """Return the first date and time, or time of day, in a text; else its first line."""
    match = _CLOCK.search(text)
    return match[0] if match else first_line(text)


def last_number(text: str) -> str:
    """Return the last number in a text, as written; else its first line."""
    numbers = _NUMBER.findall(text)
    return numbers[-1] if numbers else first_line(text)


def file_names(text: str) -> list[str]:
    """Return the entries of a listing: a JSON list of names or objects, maybe in an object, or else lines.

    A size in bytes after a name is removed.
    """
    data = _json(text)
    candidates = list(data.values()) if isinstance(data, dict) else [data]
    for candidate in candidates:
        if isinstance(candidate, list):
            return [_entry(item) for item in candidate]
    lines = [line.strip() for line in text.splitlines()]
    return [_SIZE.sub("", line) for line in lines if line and not line.startswith(REMARKS)]


def _entry(item: JsonValue) -> str:
    if isinstance(item, dict):
        record = item
        return str(record.get("path") or record.get("name") or record)
    return str(item)


def _json(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except ValueError:
        return None
