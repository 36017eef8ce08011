"""Writes files atomically: after an error or a crash, a file has all of its new content or all of the old."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OWN = 0o600
"""Permissions of a file that only its owner can read."""


@contextmanager
def replacing(path: Path, mode: int | None = OWN, folder: int | None = None) -> Generator[BinaryIO]:
    """Yield a new file, which takes the place of `path` on exit; after an error `path` is unchanged.

    A symlink at `path` is replaced, not followed. `mode` are the new file's permissions; None: those of the
    old file, or the usual ones of a new file. `folder`: the descriptor of the folder in which `path` is a
    name. Raises OSError.
    """
    new = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(new, flags, 0o666 if mode is None else mode, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is None:
            with suppress(FileNotFoundError):
                os.chmod(new, stat.S_IMODE(os.stat(path, dir_fd=folder).st_mode), dir_fd=folder)
        os.replace(new, path, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(new, dir_fd=folder)


def write_whole(path: Path, text: str, mode: int | None = OWN) -> None:
    """Write `text` to the file atomically; see `replacing`. Raises OSError."""
    with replacing(path, mode) as file:
        file.write(text.encode("utf-8"))
