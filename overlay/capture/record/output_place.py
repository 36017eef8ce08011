"""The folder that a recording goes to: checked and kept for one process before anything is recorded."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from overlay.capture.recording import MANIFEST
from overlay.common.errors import UsageError
from overlay.common.file_lock import exclusive_lock
from overlay.common.paths import cache_dir, data_dir


def check_place(folder: Path, *, force: bool) -> None:
    """Check that a recording can be written to `folder`.

    Raises UsageError if the folder holds a recording and `force` is false, if it holds something else, or if
    nothing can be written there.
    """
    if folder.exists():
        if not folder.is_dir() or (any(folder.iterdir()) and not (folder / MANIFEST).is_file()):
            raise UsageError(
                f"{folder} is there, and is not a recording", advice="Give another place with -o."
            )
        if any(folder.iterdir()) and not force:
            raise UsageError(
                f"{folder} holds a recording", advice="Give another place with -o, or --force to replace it."
            )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder.parent) as file:
            file.write(b"x")
    except OSError as error:
        raise UsageError(
            f"{folder} can't be written: {error.strerror or error}", advice="Give another place with -o."
        ) from error


@contextmanager
def reserved(folder: Path) -> Generator[None]:
    """Keep `folder` for this process. Raises UsageError if another process records to it."""
    name = reserved_name(folder)
    locks = cache_dir() / "capture"
    locks.mkdir(exist_ok=True)
    taken = UsageError(
        f"another capture writes to {folder}", advice="Wait until it ends, or give another place with -o."
    )
    with exclusive_lock(locks / f"{name}.lock", seconds=0, error=taken):
        yield


def reserved_name(folder: Path) -> str:
    """Return a name for what belongs to `folder` and is kept elsewhere."""
    return sha256(os.fsencode(folder.absolute())).hexdigest()[:16]


def place_of_unsaved(folder: Path) -> Path:
    """Return where a recording goes that can't be written to `folder`."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return data_dir() / "unsaved-recordings" / f"{folder.name}-{stamp}"
