"""One installation at a time on a machine: a lock on a file, which the system lets go if its holder dies."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from overlay.errors import NoBrowser

if sys.platform == "win32":  # pragma: no cover - the same three lines in Windows' own words
    import msvcrt

    def _try(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


_EVERY = 0.1


@contextmanager
def only_one(path: Path, *, seconds: float) -> Generator[None]:
    """Hold the lock `path`, having waited for it `seconds` at most. NoBrowser if that was too short."""
    deadline = time.monotonic() + seconds
    with path.open("ab") as file:
        while True:
            try:
                _try(file)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise NoBrowser(
                        f"Another overlay has been bringing in a browser for over {seconds:g} s.",
                        advice="Wait for it, or end it, and start again.",
                    ) from None
                time.sleep(_EVERY)
        yield
