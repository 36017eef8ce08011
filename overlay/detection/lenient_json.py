r"""Reads JSON as models print it: strictly first, and mended only if that fails.

It mends other quotes, keys without quotes, trailing commas, comments, Python's and JavaScript's words for
true, false and null, raw line breaks in strings, quotes inside a string that can't end it, and (on demand)
missing closing brackets. In a string with an escape that JSON doesn't have, each backslash is a backslash,
except before `"`, `\\` and `uXXXX`: `"C:\Users\new"` is a path, and its `\n` no line break. The last of two
equal keys counts. Anything else is an error that names its offset.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

SIZE_LIMIT = 1_000_000  # code points; larger text is not mended, while strict reading has no limit
_DEEPEST = 200
_WORDS = {
    "true": True, "True": True, "false": False, "False": False, "null": None, "None": None, "undefined": None,
    "NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"),
}  # fmt: skip
_CLOSERS = {'"': '"', "'": "'", "“": '”“"', "‘": "’‘'"}
_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    '"': '"',
    "'": "'",
    "\\": "\\",
    "/": "/",
    "\n": "",
}
_GAP = re.compile(r"(?:\s+|//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*)?\.?\d+(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"-?[A-Za-z]+")
_BARE_KEY = re.compile(r"[\w$][\w$.-]*")
_ENDS = re.compile(r"\s*(?:[,:}\]]|//|/\*|$)")
_PLAIN = re.compile(r"[^\\\"'“”‘’]+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile(r"[\ud800-\udfff]")


class InvalidJson(ValueError):
    """The text is not JSON and can't be mended; `at` is the offset of the fault."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(f"{why} at position {at}")
        self.why = why
        self.at = at


def loads(text: str, *, close: bool = False) -> tuple[Any, bool]:
    """Return the value of `text`, and whether it was mended. `close` adds missing closing brackets.

    Raises `InvalidJson`.
    """
    repeated: list[bool] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated.append(True)
        return found

    try:
        return _clean(json.loads(text, object_pairs_hook=members), text), bool(repeated)
    except RecursionError:
        raise InvalidJson("nested too deep", 0) from None
    except ValueError as problem:
        if len(text) > SIZE_LIMIT:
            raise InvalidJson(str(problem), getattr(problem, "pos", 0)) from None
    mender = _Mender(text, close)
    value = mender.value(0)
    mender.gap()
    if mender.pos < len(text):
        raise InvalidJson(f"unexpected {text[mender.pos]!r}", mender.pos)
    return _clean(value, text), True


def _clean(value: Any, text: str) -> Any:
    """Return `value` without lone surrogates, which no encoder accepts."""
    if "\\u" not in text and text.isascii():
        return value
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(item, text) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, dict):
        return {_LONE.sub("\ufffd", key): _clean(item, text) for key, item in value.items()}  # pyright: ignore
    return value


class _Mender:
    def __init__(self, text: str, close: bool) -> None:
        self.text = text
        self.pos = 0
        self.close = close

    def gap(self) -> str:
        found = _GAP.match(self.text, self.pos)
        self.pos = found.end() if found else self.pos
        return self.text[self.pos : self.pos + 1]

    def value(self, depth: int) -> Any:
        char = self.gap()
        if depth > _DEEPEST:
            raise InvalidJson("nested too deep", self.pos)
        if char == "{":
            return self.object(depth)
        if char == "[":
            return self.list(depth)
        if char in _CLOSERS:
            return self.string()
        number = _NUMBER.match(self.text, self.pos)
        if number and (number.end() == len(self.text) or self.text[number.end()] in " \t\r\n,}]/"):
            return self.number(number)
        word = _WORD.match(self.text, self.pos)
        if word and word[0] in _WORDS:
            self.pos = word.end()
            return _WORDS[word[0]]
        raise InvalidJson(f"unexpected {char!r}" if char else "unexpected end", self.pos)

    def number(self, found: re.Match[str]) -> int | float:
        self.pos = found.end()
        try:
            return int(found[0].replace("_", ""))
        except ValueError:
            number = float(found[0].replace("_", ""))
            if not math.isfinite(number):
                raise InvalidJson("a number out of range", found.start()) from None
            return number

    def object(self, depth: int) -> dict[str, Any]:
        self.pos += 1
        result: dict[str, Any] = {}
        while True:
            char = self.gap()
            if char == "}" or (not char and self.close):
                self.pos += 1 if char else 0
                return result
            bare = _BARE_KEY.match(self.text, self.pos)
            if bare:
                key, self.pos = bare[0], bare.end()
            elif char and char in _CLOSERS:
                key = self.string(key=True)
            else:
                raise InvalidJson(f"expected a key, found {char!r}", self.pos)
            if self.gap() != ":":
                raise InvalidJson("expected ':' after a key", self.pos)
            self.pos += 1
            result[key] = self.value(depth + 1)
            self.separator("}")

    def list(self, depth: int) -> list[Any]:
        self.pos += 1
        result: list[Any] = []
        while True:
            char = self.gap()
            if char == "]" or (not char and self.close):
                self.pos += 1 if char else 0
                return result
            result.append(self.value(depth + 1))
            self.separator("]")

    def separator(self, end: str) -> None:
        char = self.gap()
        if char == ",":
            self.pos += 1
        elif char != end and (char or not self.close):
            raise InvalidJson(
                f"expected ',' or {end!r}, found {char!r}" if char else "unexpected end", self.pos
            )

    def string(self, *, key: bool = False) -> str:
        text, start = self.text, self.pos
        closers = _CLOSERS[text[start]]
        pos = start + 1
        parts: list[str] = []
        valid = True
        while pos < len(text):
            plain = _PLAIN.match(text, pos)
            if plain:
                parts.append(plain[0])
                pos = plain.end()
                continue
            char = text[pos]
            if char == "\\":
                piece, pos = _unescape(text, pos)
                valid &= piece[0:1] != "\\" or piece == "\\"
                parts.append(piece)
            elif char in closers and ((key and char == '"') or _ENDS.match(text, pos + 1)):
                self.pos = pos + 1
                found = "".join(parts) if valid else _ESCAPE.sub(_literal, text[start + 1 : pos])
                return _PAIR.sub(_joined, found)
            else:
                parts.append(char)
                pos += 1
        raise InvalidJson("a string isn't closed", start)


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _literal(escape: re.Match[str]) -> str:
    """Return the text of an escape in a string whose backslashes are literal."""
    return escape[0] if escape[1][0] not in '"\\u' or escape[0] == "\\u" else _unescape(escape[0], 0)[0]


def _unescape(text: str, pos: int) -> tuple[str, int]:
    after = text[pos + 1 : pos + 2]
    if after == "u":
        try:
            return json.loads(f'"{text[pos : pos + 6]}"'), pos + 6
        except ValueError:
            return "\\u", pos + 2
    return _ESCAPES.get(after, "\\" + after), pos + 2
