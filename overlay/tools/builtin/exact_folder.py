"""Opens a folder by its real path and follows no symlink on the way.

So no other process can lead the file tools elsewhere between a check and a use.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from overlay.common.whole_file import replacing

BY_DESCRIPTOR = {os.open, os.mkdir, os.stat, os.rename, os.unlink} <= os.supports_dir_fd
"""Whether names can be looked up in an open folder. Windows can't: there the path is compared instead."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_STEP = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | _NO_LINKS
_READ = os.O_RDONLY | _NO_LINKS | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegularError(OSError):
    """The file is a folder, a pipe or a device."""


@dataclass(frozen=True, slots=True)
class ExactFolder:
    """An open folder. Each name is looked up in it, even if its path leads elsewhere by now."""

    path: Path
    descriptor: int | None

    def read(self, name: str, limit: int) -> bytes:
        """Return the first `limit` bytes of a regular file. Raises OSError, also for a symlink.

        Pipes and devices are refused, because reading them may never end.
        """
        opened = os.open(self._place(name), _READ, dir_fd=self.descriptor)
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise NotRegularError(f"{name} is not a regular file")
            return file.read(limit)

    def stat(self, name: str) -> os.stat_result:
        """Return the status of what has that name; a symlink is not followed. Raises OSError."""
        return os.stat(self._place(name), dir_fd=self.descriptor, follow_symlinks=False)

    def names(self) -> list[str]:
        """Return the names in the folder. Raises OSError."""
        opened = None if self.descriptor is None else os.open(".", os.O_RDONLY, dir_fd=self.descriptor)
        try:
            with os.scandir(self.path if opened is None else opened) as found:
                return [entry.name for entry in found]
        finally:
            if opened is not None:
                os.close(opened)

    @contextmanager
    def replacing(self, name: str) -> Generator[BinaryIO]:
        """Yield a new file, which takes the place of `name` on exit. Raises OSError."""
        with replacing(self._place(name), mode=None, folder=self.descriptor) as file:
            yield file

    def _place(self, name: str) -> Path:
        return self.path / name if self.descriptor is None else Path(name)


@contextmanager
def exact_folder(path: Path, *, make: bool = False) -> Generator[ExactFolder]:
    """Yield the folder at `path`, a real path; with `make`, folders that don't exist are made.

    Raises OSError if a part of the path is not a folder, or became a symlink.
    """
    if not BY_DESCRIPTOR:
        if make:
            path.mkdir(parents=True, exist_ok=True)
        if os.path.realpath(path) != str(path):
            raise NotADirectoryError(errno.ENOTDIR, f"{path} became a link")
        yield ExactFolder(path, None)
        return
    at = os.open(path.anchor, _STEP)
    try:
        for name in path.parts[1:]:
            inner = _enter(at, name, make)
            os.close(at)
            at = inner
        yield ExactFolder(path, at)
    finally:
        os.close(at)


def _enter(folder: int, name: str, make: bool) -> int:
    try:
        return os.open(name, _STEP, dir_fd=folder)
    except FileNotFoundError:
        if not make:
            raise
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=folder)
    return os.open(name, _STEP, dir_fd=folder)
