"""Masks a call that was not finished. Nothing marks where it ends, so all that follows it may be prose.

What stays is what detection needs to find the same call: its marks, the tool's name and the arguments' names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from overlay.detection.model import ToolCall

_PIECES = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)|[^\W_]+", re.DOTALL)
"""The parts of a text that are kept or masked as a whole: words, and escapes of JSON."""
_LETTER_ESCAPE = r"\u0078"
"""The escape of the letter `x`."""


@dataclass(frozen=True, slots=True)
class UnfinishedCall:
    """A call whose text goes to the end of the message."""

    raw: str
    """Its text, as the page had it."""
    shown: str
    """The masked text, of the same length."""
    arguments: dict[str, Any]
    """The arguments that were read from `raw`."""
    shown_arguments: dict[str, Any]
    """Those that are read from `shown`."""


def unfinished_call(
    text: str, call: ToolCall, detect: Callable[[str], list[ToolCall]], mask: Callable[[str], str]
) -> UnfinishedCall:
    """Return the masked form of a call that was detected in `text` and is not complete.

    `detect` returns the calls of a text, `mask` filler of the same length.
    """
    start, end = call.span
    before, raw, after = text[:start], text[start:end], text[end:]
    wanted = [_substance(one) for one in detect(text)]
    pieces = list(_PIECES.finditer(raw))
    shown = list(raw)

    def hide(some: list[re.Match[str]]) -> None:
        """Mask as many of these pieces as possible."""
        for piece in some:
            shown[slice(*piece.span())] = _filler(piece[0], mask)
        if [_substance(one) for one in detect(before + "".join(shown) + after)] == wanted:
            return
        for piece in some:
            shown[slice(*piece.span())] = piece[0]
        if len(some) > 1:
            half = len(some) // 2
            hide(some[:half])
            hide(some[half:])

    if pieces:
        hide(pieces)
    told = "".join(shown)
    (read,) = (one.arguments for one in detect(before + told + after) if one.span == call.span)
    return UnfinishedCall(raw, told, call.arguments, read)


def _filler(piece: str, mask: Callable[[str], str]) -> str:
    if not piece.startswith("\\"):
        return mask(piece)
    return _LETTER_ESCAPE if len(piece) == len(_LETTER_ESCAPE) else piece


def _substance(call: ToolCall) -> tuple[object, ...]:
    """Return what has to stay: all but the words of the arguments."""
    return (
        call.name,
        call.call_id,
        call.format,
        call.complete,
        bool(call.error),
        call.span,
        _shape(call.arguments),
    )


def _shape(value: object) -> object:
    """Return the names and the types in JSON data."""
    if isinstance(value, dict):
        return {name: _shape(item) for name, item in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_shape(item) for item in cast("list[object]", value)]
    return type(value).__name__
