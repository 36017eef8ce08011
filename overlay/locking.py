"""A lock on an open file, which the system lets go when its holder dies."""

from __future__ import annotations

import sys

if sys.platform == "win32":  # pragma: no cover - the same in Windows' own words
    import msvcrt

    def take(file: int) -> None:
        """Lock the open file `file` (a descriptor) at once. Raises OSError if another holder has it."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def take(file: int) -> None:
        """Lock the open file `file` (a descriptor) at once. Raises OSError if another holder has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
