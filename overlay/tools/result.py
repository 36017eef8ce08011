"""Result of a tool, made from whatever the tool returned."""

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

SOUNDS = {
    b"ID3": "audio/mpeg",
    b"\xff\xfb": "audio/mpeg",
    b"\xff\xfa": "audio/mpeg",
    b"\xff\xf3": "audio/mpeg",
    b"\xff\xf2": "audio/mpeg",
    b"\xff\xf1": "audio/aac",
    b"\xff\xf9": "audio/aac",
    b"OggS": "audio/ogg",
    b"fLaC": "audio/flac",
    b"\x1a\x45\xdf\xa3": "audio/webm",
}


@dataclass(frozen=True, slots=True)
class ToolImage:
    """A picture."""

    data: bytes
    """Its bytes."""
    mime_type: str = "image/png"
    """Its media type."""

    @property
    def base64(self) -> str:
        """The bytes as base64 text."""
        return base64.b64encode(self.data).decode()


@dataclass(frozen=True, slots=True)
class ToolAudio:
    """A sound. The user can play it; the model gets a note of it."""

    data: bytes
    """Its bytes."""
    mime_type: str
    """Its media type, such as `audio/wav`."""

    @property
    def base64(self) -> str:
        """The bytes as base64 text."""
        return base64.b64encode(self.data).decode()


@dataclass(frozen=True, slots=True)
class ToolLink:
    """A resource named by a tool. It is shown as text and never fetched."""

    uri: str
    """Its address."""
    name: str = ""
    """Its name."""
    description: str = ""
    """Its description."""
    mime_type: str | None = None
    """Its media type. None: unknown."""


@dataclass(frozen=True)
class ToolResult:
    """The result of a tool, for the block and for the model."""

    text: str = ""
    """The result as text for the model."""
    structured: Any | None = None
    """The same as JSON, if the tool returned data."""
    images: list[ToolImage] = field(default_factory=list[ToolImage])
    """Its pictures."""
    links: list[ToolLink] = field(default_factory=list[ToolLink])
    """Resources that the tool names."""
    is_error: bool = False
    """The tool itself reported a failure."""
    private: bool = False
    """The result may be drawn only in the panel until the user inserts it."""
    sounds: list[ToolAudio] = field(default_factory=list[ToolAudio])
    """Its sounds."""


def image_type(data: bytes) -> str | None:
    """Return the media type of a picture by its first bytes; None if it is not PNG, JPEG, GIF or WebP."""
    for start, kind in SIGNATURES.items():
        if data.startswith(start) and (kind != "image/webp" or data[8:12] == b"WEBP"):
            return kind
    return None


def audio_type(data: bytes) -> str | None:
    """Return the media type of a sound by its first bytes; None if browsers can't play the format."""
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return "audio/wav"
    if data[4:8] == b"ftyp":
        return "audio/mp4"
    return next((kind for start, kind in SOUNDS.items() if data.startswith(start)), None)


def to_result(value: Any) -> ToolResult:
    """Convert any return value to a ToolResult.

    Text stays text; pictures (ToolImage, or bytes of a picture), sounds (ToolAudio) and links go to their
    lists, also from a list that mixes them with text; anything else becomes JSON (including pydantic models,
    dataclasses and dates), in `structured` and, as text, in `text`. What JSON can't represent becomes its
    `str()`.
    """
    if isinstance(value, ToolResult):
        return value
    if value is None:
        return ToolResult()
    items: list[Any] = list(cast("list[Any]", value)) if isinstance(value, list | tuple) else [value]
    if any(isinstance(item, ToolImage | ToolAudio | ToolLink | bytes | bytearray) for item in items):
        return _mixed(items)
    if isinstance(value, str):
        return ToolResult(text=value)
    plain = _jsonable(value)
    return ToolResult(text=as_text(plain), structured=plain)


def as_text(plain: Any) -> str:
    """Return JSON data as text: a string unchanged, everything else as JSON on one line."""
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _jsonable(value: Any) -> Any:
    return _finite(to_jsonable_python(value, fallback=str, bytes_mode="base64"))


def _finite(value: Any) -> Any:
    """Replace infinity and NaN, which JSON does not have, by their names."""
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
    sounds: list[ToolAudio] = []
    for item in items:
        if isinstance(item, ToolImage):
            images.append(item)
        elif isinstance(item, ToolAudio):
            sounds.append(item)
        elif isinstance(item, ToolLink):
            links.append(item)
        elif isinstance(item, bytes | bytearray):
            kind = image_type(bytes(item))
            if kind:
                images.append(ToolImage(bytes(item), kind))
            else:
                texts.append(f"({len(item)} bytes that are not a picture)")
        else:
            texts.append(as_text(_jsonable(item)))
    return ToolResult(text="\n".join(texts), images=images, links=links, sounds=sounds)
