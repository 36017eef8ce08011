"""Where a run without a terminal writes: a file that `overlay doctor` names."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from overlay.common.paths import data_dir

LARGEST = 1_000_000
"""Bytes after which a new file is begun; the previous one is kept next to it."""


def launcher_log() -> Path:
    """Return the file of the runs that a desktop entry started; it may not exist."""
    return data_dir() / "launcher.log"


def write_to(path: Path) -> None:
    """Send all output of this process, and of the programs it starts, to the end of the file.

    Raises OSError if it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if path.stat().st_size > LARGEST:
            path.replace(path.with_suffix(".log.1"))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(descriptor, number)
    if descriptor > 2:
        os.close(descriptor)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
