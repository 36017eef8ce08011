from __future__ import annotations

import struct
import zlib

from overlay.calls.images import MAX_BYTES, MAX_PIXELS, MOST, drawn, size_of
from overlay.tools import ToolImage
from tests.support.table import for_each


def png(width: int = 2, height: int = 2, colour: bytes = b"\xff\x00\x00", rows: bool = True) -> bytes:
    """A picture of one colour; without its rows only what a header claims."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress((b"\x00" + colour * width) * height) if rows else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


SIZES = {
    "png": (png(3, 4), (3, 4)),
    "gif": (b"GIF89a" + struct.pack("<HH", 5, 6), (5, 6)),
    "lossy webp": (
        b"RIFF....WEBPVP8 ...." + b"\0\0\0" + b"\x9d\x01\x2a" + struct.pack("<HH", 7, 8),
        (7, 8),
    ),
    "lossless webp": (b"RIFF....WEBPVP8L....\x2f" + struct.pack("<I", 8 | 9 << 14), (9, 10)),
    "extended webp": (b"RIFF....WEBPVP8X....\0\0\0\0" + b"\x0a\0\0\x0b\0\0", (11, 12)),
    "jpeg": (
        b"\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xc0\x00\x11\x08"
        + struct.pack(">HH", 14, 13)
        + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01",
        (13, 14),
    ),
    "no picture": (b"hello", None),
    "a png cut off": (b"\x89PNG\r\n\x1a\n", None),
    "another webp": (b"RIFF....WEBPXXXX", None),
    "a jpeg cut off": (b"\xff\xd8\xff", None),
    "a jpeg without a frame": (b"\xff\xd8\xff\xe0\x00\x02\x00", None),
}


@for_each("name", SIZES)
def test_the_size_is_what_the_header_says(name: str) -> None:
    data, size = SIZES[name]
    assert size_of(data) == size


def test_a_picture_is_drawn_and_the_model_is_told_that_it_is_there() -> None:
    data = png()
    (picture,), lines = drawn([ToolImage(data)], "plot")
    assert picture.width == 2
    assert picture.height == 2
    assert picture.data == ToolImage(data).base64
    assert picture.alt == f"Picture 1 of plot (image/png, 2 × 2, {len(data)} bytes)"
    assert lines == [f"[picture 1: image/png, 2 × 2, {len(data)} bytes; shown to the user]"]


@for_each(
    "data",
    [
        png(MAX_PIXELS, 2, rows=False),
        png(0, 2, rows=False),
        png() + b"x" * MAX_BYTES,
        b"\xff\xd8\xff",
    ],
    ids=["pixels", "nothing", "bytes", "no size"],
)
def test_a_picture_that_could_harm_is_only_named(data: bytes) -> None:
    pictures, lines = drawn([ToolImage(data)], "plot")
    assert pictures == []
    assert "too large to be shown" in lines[0]


def test_only_a_few_pictures_are_drawn_and_each_is_named() -> None:
    pictures, lines = drawn([ToolImage(png())] * (MOST + 1), "plot")
    assert len(pictures) == MOST
    assert len(lines) == MOST + 1


def test_all_pictures_of_a_result_share_the_limit() -> None:
    half = png() + b"x" * (MAX_BYTES // 2)
    assert len(drawn([ToolImage(half)] * 2, "plot")[0]) == 1
