"""A lock file with one holder at a time; the operating system frees it when the holder dies."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive_lock(path: Path, *, seconds: float, error: Exception, pause: float = 0.05) -> Generator[None]:
    """Hold the lock file `path`, which is created if missing; retry every `pause` seconds.

    Raises `error` if another process still holds it after `seconds`, OSError if it can't be created.
    """
    from filelock import FileLock, Timeout

    # A soft lock is only a file that exists, so it would stay after its holder dies.
    lock = FileLock(path, fallback_to_soft=False)
    try:
        holding = lock.acquire(timeout=seconds, poll_interval=pause)
    except Timeout:
        raise error from None
    with holding:
        yield
