"""One holder of a lock file at a time; the system frees the lock when its holder dies."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive_lock(path: Path, *, seconds: float, held: Exception, every: float = 0.05) -> Generator[None]:
    """Hold the lock file `path`, which is made if it isn't there, and looked at `every` so many seconds.

    Raises `held` if another holder still has it after `seconds`, OSError if it can't be made.
    """
    from filelock import FileLock, Timeout

    # Without the fallback: a file that only says it is a lock would outlive its holder.
    lock = FileLock(path, fallback_to_soft=False)
    try:
        holding = lock.acquire(timeout=seconds, poll_interval=every)
    except Timeout:
        raise held from None
    with holding:
        yield
