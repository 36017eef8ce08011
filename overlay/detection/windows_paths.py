r"""Finds Windows paths whose single backslashes were read as escapes: `"C:\temp\new.txt"` is strict JSON for
`C:`, a tab, `emp`, a line break and `ew.txt`.

No path contains control characters, so such a value isn't what the model meant. A value that is one path gets
its backslashes back; a text that contains one stays as it is. In both cases the call is `repaired`. Source:
https://github.com/modelcontextprotocol/servers/issues/2519
"""

from __future__ import annotations

import re
from typing import Any, cast

from .strict_json import Pairs

_ESCAPES = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\b": r"\b", "\f": r"\f", "\v": r"\v", "\a": r"\a"}
_CONTROL = re.compile("[\t\n\r\b\f\v\a]")
_STEP = r'(?:[^\s\x00-\x1f:*?"<>|]|[\t\n\r\b\f\v\a](?=[\w.-]))'
_PATH = re.compile(rf"(?:[A-Za-z]:|\$env:)?{_STEP}+")
_DRIVE_PATH = re.compile(rf"[A-Za-z]:{_STEP}+")
_SPACED = re.compile(rf"[A-Za-z]:(?:{_STEP}| )+")  # only where the key says that it is a path
_RARE = frozenset("\b\f\v\a")
"""Control characters that no other text has."""
# Each begins with a character that is in few places: they are searched in all texts of JSON calls.
_AFTER_DRIVE = re.compile(r":(?<=[A-Za-z]:)(?<![^\W_][A-Za-z]:)(?:[\t\r]\w|\n[a-z0-9])")
_AFTER_DOTS = re.compile(r"\.(?:(?<=[\s\"'=;,(]\.)|(?<=^\.))\.?[\t\n\r](?=[\w.])")
_AFTER_VARIABLE = re.compile(r"(?:%\w+%|\$env:\w+)\t(?=\w)")
_KEY = re.compile(
    r"(?:.*[_-])?(?:path|file|filename|filepath|dir|directory|folder|cwd|src|dst|source|destination)s?"
    r"|.*(?:Path|File|FileName|Filename|Dir|Directory|Folder)s?"
)


def meant_paths(arguments: dict[str, Any], raw: str) -> tuple[dict[str, Any], bool]:
    """Return `arguments` with the paths that were meant, and whether an argument is or contains one.

    `raw` is the text of the call: a control character counts only if `raw` has an escape for it.
    """
    reader = _Reader(raw)
    found = {key: reader.value(one, key) for key, one in arguments.items()}
    return (found, True) if reader.odd else (arguments, False)


class _Reader:
    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.odd = False

    def value(self, value: Any, key: str) -> Any:
        if isinstance(value, str):
            return self._text(value, key)
        if isinstance(value, list):
            return [self.value(one, key) for one in cast("list[Any]", value)]
        if isinstance(value, tuple):  # the members of an object that may have a key twice
            return tuple((inner, self.value(one, inner)) for inner, one in cast("Pairs", value))
        if isinstance(value, dict):
            return {inner: self.value(one, inner) for inner, one in cast("dict[str, Any]", value).items()}
        return value

    def _text(self, text: str, key: str) -> str:
        controls = set(_CONTROL.findall(text))
        if not controls or any(_ESCAPES[one] not in self.raw for one in controls):
            return text
        shapes = (_PATH, _SPACED) if _KEY.fullmatch(key) else (_DRIVE_PATH,)
        if not any(shape.fullmatch(text) for shape in shapes):
            self.odd = self.odd or bool(controls & _RARE) or _holds_path(text)
            return text
        self.odd = True
        return _CONTROL.sub(lambda one: _ESCAPES[one[0]], text)


def _holds_path(text: str) -> bool:
    """Return whether a path begins somewhere in `text`, up to its first control character."""
    if _AFTER_DRIVE.search(text) or _AFTER_DOTS.search(text):
        return True
    return ("%" in text or "$" in text) and _AFTER_VARIABLE.search(text) is not None
