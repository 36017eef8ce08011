"""Divides a big JSONL file into parts of whole lines, which several processes read at the same time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from . import records
from .file_kind import kind_by_name
from .file_scan import opened
from .json_records import parsed
from .model import Part, Source

PART = 8_000_000
"""Bytes of a part; it ends with the line in which they end."""
_CHUNK = 1 << 20


def divides(source: Source, size: int = PART) -> bool:
    """Return whether the file has several parts: it is JSONL, and its first line is a chat of its own.

    The lines after a header depend on it, and whether a strange file is an error is known at its end.
    """
    if kind_by_name(source.name) not in ("jsonl", "json"):
        return False
    # Whatever is wrong with the file, the scan of the whole file reports it.
    with suppress(Exception), opened(source.path) as file:
        if os.fstat(file.fileno()).st_size < 2 * size:
            return False
        first = file.readline(size)
        if first.endswith(b"\n"):
            record = parsed(first.decode("utf-8-sig"))
            return isinstance(record, dict) and next(records.messages(record), None) is not None
    return False


def part_count(source: Source) -> int:
    """Return about how many parts the file has."""
    return Path(source.path).stat().st_size // PART if divides(source) else 1


def parts_of(source: Source, size: int = PART) -> Iterator[Source]:
    """Yield the parts of the file, in order, or the file itself if it is not divided."""
    start = lines = whole = 0
    if divides(source, size):
        with suppress(OSError), opened(source.path) as file:
            whole = os.fstat(file.fileno()).st_size
            while True:
                count = _skip(file, size)
                end = file.tell()
                # A file that became shorter meanwhile has an end too.
                last = end >= whole or not count
                yield replace(source, part=Part(start, end, lines, last=last))
                if last:
                    return
                start, lines = end, lines + count
    yield replace(source, part=Part(start, whole, lines, last=True)) if start else source


def _skip(file: BinaryIO, size: int) -> int:
    """Read on by `size` bytes, and to the end of that line; return the number of lines."""
    data = file.read(size)
    count = data.count(b"\n")
    while data and not data.endswith(b"\n"):
        data = file.readline(_CHUNK)
        count += data.endswith(b"\n")
    return count
