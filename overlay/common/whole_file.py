"""Writes small files of overlay atomically."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write `text` to the file atomically; only the file's owner can read it.

    After a crash the file holds all of the text or none of it. Raises OSError.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
