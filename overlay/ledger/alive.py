"""Is a run of overlay still there? It locks a file of its own, which the system lets go when it dies.

A process number alone does not tell: it may belong to another program by now.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from overlay.locking import take


class RunLock:
    """The sign of life of the run `run`, in `folder`."""

    def __init__(self, folder: Path, run: str) -> None:
        self._path = _path(folder, run)
        self._file: int | None = None

    def take(self) -> None:
        """From now on the run is alive, until it lets go or its process ends. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        take(self._file)

    def let_go(self) -> None:
        """The run is over."""
        if self._file is not None:
            # Before the lock goes, so that nobody takes a file that is about to go; on Windows only after.
            _remove(self._path)
            os.close(self._file)
            self._file = None
            _remove(self._path)


def is_alive(folder: Path, run: str) -> bool:
    """Tell whether someone holds the run's lock. Where that can't be found out, the run counts as alive."""
    try:
        file = os.open(_path(folder, run), os.O_RDWR)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        take(file)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def anyone_alive(folder: Path) -> bool:
    """Tell whether any run holds its lock."""
    return any(is_alive(folder, path.stem) for path in folder.glob("*.lock"))


def forget(folder: Path, run: str) -> None:
    """Take away what a dead run left."""
    _remove(_path(folder, run))


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run}.lock"
