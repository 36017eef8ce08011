"""Is a browser profile in use? Chromium lets one process at a time have it, and starts no second one."""

from __future__ import annotations

import os
import socket
from pathlib import Path

LOCK = "SingletonLock"


def user_of(profile: Path) -> str | None:
    """Return who uses the profile (`process 123`, or `process 123 on HOST`), None if nobody does.

    Source: Chromium's `process_singleton_posix.cc`, which names itself in a link `HOST-PID`. Windows has no
    such link: None there.
    """
    try:
        host, _, pid = str((profile / LOCK).readlink()).rpartition("-")
    except OSError:
        return None
    if not pid.isdecimal():
        return None
    if host != socket.gethostname():
        return f"process {pid} on {host}"
    return f"process {pid}" if _lives(int(pid)) else None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
