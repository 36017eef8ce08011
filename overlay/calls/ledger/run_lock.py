"""A lock file per run shows whether the run is alive: the system releases the lock when its process ends.

A process id is not enough, since the system may have given it to another program.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock


class RunLock:
    """The lock of the run with the id `run`, in `folder`."""

    def __init__(self, folder: Path, run: str) -> None:
        self._path = _path(folder, run)
        self._lock: FileLock | None = None

    def take(self) -> None:
        """Lock the file: the run counts as alive until `let_go` or the end of its process. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = _lock(self._path)
        lock.acquire(timeout=0)
        self._lock = lock

    def let_go(self) -> None:
        """Remove the file and release the lock."""
        if self._lock:
            # Remove before the release, so that no other process locks a file that is about to be removed.
            # Windows can't remove an open file, so it is removed again after the release.
            _remove(self._path)
            self._lock.release()
            self._lock = None
            _remove(self._path)


def is_alive(folder: Path, run: str) -> bool:
    """Return whether a process holds the run's lock; True if that can't be found out."""
    path = _path(folder, run)
    try:
        path.stat()
        with _lock(path).acquire(timeout=0):
            return False
    except FileNotFoundError:
        return False
    except OSError:  # held (filelock's Timeout is an OSError), or the file can't be opened
        return True


def anyone_alive(folder: Path) -> bool:
    """Return whether any run holds its lock."""
    return any(is_alive(folder, path.stem) for path in folder.glob("*.lock"))


def forget(folder: Path, run: str) -> None:
    """Remove the lock file of a dead run."""
    _remove(_path(folder, run))


def _lock(path: Path) -> FileLock:
    """Return a lock of the operating system, which ends with its process and which any thread may release."""
    from filelock import FileLock

    return FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run}.lock"
