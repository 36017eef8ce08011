"""One writer at a time: a lock on a file, which the system lets go if its holder dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from overlay.errors import WrongUse
from overlay.locking import take

TRIES = 100
_EVERY = 0.02


@contextmanager
def locked(path: Path, *, tries: int = TRIES, sleep: Callable[[float], None] = time.sleep) -> Generator[None]:
    """Hold the lock file `path`; a writer needs it for milliseconds.

    Raises WrongUse if another one still has it after `tries` times 20 ms, OSError if it can't be made.
    """
    with path.open("ab") as file:
        for _ in range(tries):
            try:
                take(file.fileno())
                break
            except OSError:
                sleep(_EVERY)
        else:
            raise WrongUse(
                f"Another program holds {path}, so nothing can be written beside it.",
                advice="End that program, or wait for it.",
            )
        yield
