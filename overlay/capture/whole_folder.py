"""Writes folders atomically: after an error or a crash, all of the new content or all of the old is there.

The new folder is written beside its destination and then renamed. A process that is killed between the two
renames leaves the old folder at `former`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def former(folder: Path) -> Path:
    """Return where the old folder is while a new one takes its place."""
    return folder.with_name(f".{folder.name}-former")


def new_prefix(folder: Path) -> str:
    """Return how the names of unfinished folders begin, which are beside `folder`."""
    return f".{folder.name}-new-"


@contextmanager
def replacing_folder(folder: Path) -> Generator[Path]:
    """Yield an empty folder, which takes the place of `folder` on exit; after an error `folder` is unchanged.

    The leftovers of a killed process are removed. Raises OSError.
    """
    around, prefix, old = folder.parent, new_prefix(folder), former(folder)
    around.mkdir(parents=True, exist_ok=True)
    for left in around.glob(f"{prefix}*"):
        shutil.rmtree(left, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix=prefix, dir=around))
    try:
        new.chmod((folder if folder.exists() else around).stat().st_mode)
        yield new
        _on_disk(new)
        if folder.exists():
            shutil.rmtree(old, ignore_errors=True)
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _on_disk(folder: Path) -> None:
    """Flush the files to disk, before the folder replaces the old one."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())
