"""What a tool gives back, whatever it returned."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic_core import to_jsonable_python

SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}


@dataclass(frozen=True, slots=True)
class ToolImage:
    """A picture: its bytes and media type (`image/png`)."""

    data: bytes
    mime_type: str = "image/png"

    @property
    def base64(self) -> str:
        """The bytes as base64 text."""
        return base64.b64encode(self.data).decode()


@dataclass(frozen=True, slots=True)
class ToolLink:
    """A resource named by a tool. It is shown as text; nothing here ever fetches it."""

    uri: str
    name: str = ""
    description: str = ""
    mime_type: str | None = None


@dataclass(frozen=True)
class ToolResult:
    """What the block and the model are shown.

    `text` is for the model, `structured` the same as JSON where the tool gave data, `is_error` a failure the
    tool itself reported, `private` true if it may be drawn in the panel only until the person inserts it.
    """

    text: str = ""
    structured: Any | None = None
    images: list[ToolImage] = field(default_factory=list[ToolImage])
    links: list[ToolLink] = field(default_factory=list[ToolLink])
    is_error: bool = False
    private: bool = False


def image_type(data: bytes) -> str | None:
    """The media type of a picture by its first bytes, None if it is none of PNG, JPEG, GIF, WebP."""
    for start, kind in SIGNATURES.items():
        if data.startswith(start) and (kind != "image/webp" or data[8:12] == b"WEBP"):
            return kind
    return None


def to_result(value: Any) -> ToolResult:
    """Any return value as a ToolResult.

    Text stays text; pictures (ToolImage, or bytes that are one) and links go to their lists, also out of a
    list mixed with text; anything else becomes JSON (pydantic models, dataclasses, dates and the like
    included), in `structured` and, as text, in `text`. What JSON can't hold is shown by its `str()`.
    """
    if isinstance(value, ToolResult):
        return value
    if value is None:
        return ToolResult()
    items: list[Any] = list(cast("list[Any]", value)) if isinstance(value, list | tuple) else [value]
    if any(isinstance(item, ToolImage | ToolLink | bytes | bytearray) for item in items):
        return _mixed(items)
    if isinstance(value, str):
        return ToolResult(text=value)
    plain = _jsonable(value)
    return ToolResult(text=as_text(plain), structured=plain)


def as_text(plain: Any) -> str:
    """JSON data as text for the model: a string as it is, everything else as compact JSON."""
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _jsonable(value: Any) -> Any:
    return _finite(to_jsonable_python(value, fallback=str, bytes_mode="base64"))


def _finite(value: Any) -> Any:
    """JSON has no infinity and no NaN: they become their names."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_finite(item) for item in cast("list[Any]", value)]
    return value


def _mixed(items: Iterable[Any]) -> ToolResult:
    texts: list[str] = []
    images: list[ToolImage] = []
    links: list[ToolLink] = []
    for item in items:
        if isinstance(item, ToolImage):
            images.append(item)
        elif isinstance(item, ToolLink):
            links.append(item)
        elif isinstance(item, bytes | bytearray):
            kind = image_type(bytes(item))
            if kind:
                images.append(ToolImage(bytes(item), kind))
            else:
                texts.append(f"({len(item)} bytes that are no picture)")
        else:
            texts.append(as_text(_jsonable(item)))
    return ToolResult(text="\n".join(texts), images=images, links=links)
