"""Selects the pictures of a result that may be shown, by type and size as their bytes say."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from observers.block_view import Picture
from overlay.tools import ToolImage

MAX_BYTES = 4_000_000
"""Bytes of all pictures of one result together."""
MAX_PIXELS = 25_000_000
"""Pixels of one picture: a small file may need gigabytes of memory once it is decoded."""
MOST = 8


def drawn(images: Iterable[ToolImage], tool: str) -> tuple[list[Picture], list[str]]:
    """Return the pictures of a result that may be shown, and a line of text for each, shown or not."""
    pictures: list[Picture] = []
    lines: list[str] = []
    left = MAX_BYTES
    for image in images:
        size = size_of(image.data)
        about = f"{image.mime_type}{f', {size[0]} × {size[1]}' if size else ''}, {len(image.data):,} bytes"
        fits = size is not None and 0 < size[0] * size[1] <= MAX_PIXELS and len(image.data) <= left
        if size and fits and len(pictures) < MOST:
            left -= len(image.data)
            alt = f"Picture {len(lines) + 1} of {tool} ({about})"
            pictures.append(
                Picture(type=image.mime_type, data=image.base64, width=size[0], height=size[1], alt=alt)
            )
            lines.append(f"[picture {len(lines) + 1}: {about}; shown to the user]")
        else:
            lines.append(f"[picture {len(lines) + 1}: {about}; too large to be shown]")
    return pictures, lines


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels from the header of a PNG, GIF, WebP or JPEG; None if it has none.

    PNG: RFC 2083, section 4.1.1; GIF89a, section 18; WebP: RFC 9649, section 2; JPEG: ITU T.81, annex B.2.2.
    """
    try:
        if data.startswith(b"\x89PNG"):
            return struct.unpack(">II", data[16:24])
        if data.startswith(b"GIF8"):
            return struct.unpack("<HH", data[6:10])
        if data.startswith(b"RIFF"):
            return _webp(data)
        return _jpeg(data) if data.startswith(b"\xff\xd8") else None
    except (struct.error, IndexError):
        return None


def _webp(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            (bits,) = struct.unpack("<I", data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            low_w, high_w, low_h, high_h = struct.unpack("<HBHB", data[24:30])
            return (high_w << 16 | low_w) + 1, (high_h << 16 | low_h) + 1
        case _:
            return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + length
    return None
