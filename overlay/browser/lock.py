"""One installation at a time on a machine: a lock on a file, which the system lets go if its holder dies."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from overlay.errors import NoBrowser
from overlay.locking import take

_EVERY = 0.1


@contextmanager
def only_one(path: Path, *, seconds: float) -> Generator[None]:
    """Hold the lock `path`, having waited for it `seconds` at most. NoBrowser if that was too short."""
    deadline = time.monotonic() + seconds
    with path.open("ab") as file:
        while True:
            try:
                take(file.fileno())
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise NoBrowser(
                        f"Another overlay has been bringing in a browser for over {seconds:g} s.",
                        advice="Wait for it, or end it, and start again.",
                    ) from None
                time.sleep(_EVERY)
        yield
