"""Is a run of overlay still there? It locks a file of its own, which the system lets go when it dies.

A process number alone does not tell: it may belong to another program by now.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock


class RunLock:
    """The sign of life of the run `run`, in `folder`."""

    def __init__(self, folder: Path, run: str) -> None:
        self._path = _path(folder, run)
        self._lock: FileLock | None = None

    def take(self) -> None:
        """From now on the run is alive, until it lets go or its process ends. Raises OSError."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = _lock(self._path)
        lock.acquire(timeout=0)
        self._lock = lock

    def let_go(self) -> None:
        """The run is over."""
        if self._lock:
            # Before the lock goes, so that nobody takes a file that is about to go; on Windows only after.
            _remove(self._path)
            self._lock.release()
            self._lock = None
            _remove(self._path)


def is_alive(folder: Path, run: str) -> bool:
    """Tell whether someone holds the run's lock. Where that can't be found out, the run counts as alive."""
    path = _path(folder, run)
    try:
        path.stat()
        with _lock(path).acquire(timeout=0):
            return False
    except FileNotFoundError:
        return False
    except OSError:  # held (a Timeout is one too), or not to be opened
        return True


def anyone_alive(folder: Path) -> bool:
    """Tell whether any run holds its lock."""
    return any(is_alive(folder, path.stem) for path in folder.glob("*.lock"))


def forget(folder: Path, run: str) -> None:
    """Take away what a dead run left."""
    _remove(_path(folder, run))


def _lock(path: Path) -> FileLock:
    """One that is the system's, so that it goes with its holder, and that any thread may let go."""
    from filelock import FileLock

    return FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _path(folder: Path, run: str) -> Path:
    return folder / f"{run}.lock"
