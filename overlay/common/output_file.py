"""Writes the file that the user named for a command's output: the same for each command."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from overlay.common.errors import UsageError
from overlay.common.input_files import describe_problem
from overlay.common.whole_file import replacing


@contextmanager
def output_file(path: Path) -> Generator[BinaryIO]:
    """Yield the file to write to. Missing folders are made.

    An old file stays until all is written. A pipe or a device is written directly. Raises UsageError if the
    file can't be written.
    """
    try:
        place = path.resolve()
    except (OSError, RuntimeError) as error:  # RuntimeError: its symlinks form a loop
        raise _unwritable(path, error) from error
    try:
        if place.exists() and not place.is_file():
            with place.open("wb") as file:
                yield file
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        with replacing(place, mode=None) as file:
            yield file
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: Exception) -> UsageError:
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    advice = "Make room on the disk, or give a file on another one." if full else "Give another file."
    return UsageError(f"{path} can't be written: {describe_problem(error)}", advice=advice)
