"""Reads git's list of files for entries that stand for another repository (gitlinks)."""

from __future__ import annotations

import struct
from pathlib import Path

MAX_INDEX = 50_000_000
_GITLINK, _KIND = 0o160000, 0o170000
_FILES = {0o100000, 0o120000}
_MODE, _FLAGS, _NAME = 24, 60, 62
"""Places in an entry (gitformat-index(5)), with names of 20 bytes for the objects."""
_LONG_NAME, _MORE_FLAGS = 0xFFF, 0x4000


def has_only_files(index: Path) -> bool:
    """Return whether the index lists files and symlinks only.

    Git opens a repository in the place of each gitlink, with or without `.gitmodules`. Returns False too for
    an index that is not understood: a long one, or one whose entries are in another file.
    """
    if not index.exists():
        return True
    if not index.is_file() or index.stat().st_size > MAX_INDEX:
        return False
    data = index.read_bytes()
    try:
        return _lists_only_files(data)
    except (struct.error, ValueError):
        return False


def _lists_only_files(data: bytes) -> bool:
    signature, version, count = struct.unpack_from(">4sLL", data)
    if signature != b"DIRC" or version not in (2, 3, 4):
        return False
    at = 12
    for _ in range(count):
        (mode,) = struct.unpack_from(">L", data, at + _MODE)
        if mode & _KIND not in _FILES:
            return False
        at = _end_of_entry(data, at, version)
    return not _continues_elsewhere(data, at)


def _end_of_entry(data: bytes, at: int, version: int) -> int:
    (flags,) = struct.unpack_from(">H", data, at + _FLAGS)
    name = at + _NAME + (2 if version > 2 and flags & _MORE_FLAGS else 0)
    if version == 4:
        # The number of bytes to keep of the name before, then the rest of this name.
        while data[name] & 0x80:
            name += 1
        return data.index(b"\0", name + 1) + 1
    length = flags & _LONG_NAME
    end = name + length if length < _LONG_NAME else data.index(b"\0", name)
    return at + (end - at + 8) // 8 * 8


def _continues_elsewhere(data: bytes, at: int) -> bool:
    """Return whether an extension moves entries into another file (`link`) or into trees (`sdir`)."""
    while at + 8 <= len(data) - 20:
        kind, size = struct.unpack_from(">4sL", data, at)
        if kind in (b"link", b"sdir"):
            return True
        at += 8 + size
    return False
