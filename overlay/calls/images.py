"""Selects the pictures of a result that may be shown, by type and size as their bytes say."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable

from observers.block_view import Picture
from overlay.tools import ToolImage

MAX_BYTES = 4_000_000
"""Bytes of all pictures of one result together."""
MAX_PIXELS = 25_000_000
"""Pixels of one picture: a small file may need gigabytes of memory once it is decoded."""
MOST = 8
HEADER = 262_144
"""The first bytes, which must contain a picture's size: a hostile file may begin with a million segments."""
SIGNATURES = (b"\x89PNG", b"GIF8", b"RIFF", b"\xff\xd8")
"""First bytes of PNG, GIF, WebP and JPEG; imagesize would also read types that a block does not show."""


def drawn(images: Iterable[ToolImage], tool: str) -> tuple[list[Picture], list[str]]:
    """Return the pictures of a result that may be shown, and a line of text for each, shown or not."""
    pictures: list[Picture] = []
    lines: list[str] = []
    budget = MAX_BYTES
    for image in images:
        size = size_of(image.data)
        about = f"{image.mime_type}{f', {size[0]} × {size[1]}' if size else ''}, {len(image.data):,} bytes"
        fits = size is not None and 0 < size[0] * size[1] <= MAX_PIXELS and len(image.data) <= budget
        if size and fits and len(pictures) < MOST:
            budget -= len(image.data)
            alt = f"Picture {len(lines) + 1} of {tool} ({about})"
            pictures.append(
                Picture(type=image.mime_type, data=image.base64, width=size[0], height=size[1], alt=alt)
            )
            lines.append(f"[picture {len(lines) + 1}: {about}; shown to the user]")
        else:
            lines.append(f"[picture {len(lines) + 1}: {about}; too large to be shown]")
    return pictures, lines


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels from the header of a PNG, GIF, WebP or JPEG; None if it has none."""
    if not data.startswith(SIGNATURES):
        return None
    import imagesize  # pyright: ignore[reportMissingTypeStubs]  # slow to import; few results have pictures

    try:
        width, height = imagesize.get(io.BytesIO(data[:HEADER]))  # pyright: ignore[reportUnknownMemberType]
    except (ValueError, struct.error, OSError, IndexError):
        return None
    return (width, height) if width > 0 and height > 0 else None
