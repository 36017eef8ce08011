"""Is a browser profile in use? Chromium lets one process at a time have it, and starts no second one."""

from __future__ import annotations

import os
import socket
from pathlib import Path

LOCK = "SingletonLock"
_PROCESSES = Path("/proc")


def profile_user(profile: Path) -> str | None:
    """Return who uses the profile (`process 123 (chromium)`, `process 123 on HOST`), None if nobody does.

    Source: Chromium's `process_singleton_posix.cc`, which names itself in a link `HOST-PID`. Windows has no
    such link: None there. The name of the process is told where there is `/proc`.
    """
    owner = _owner(profile)
    if owner is None:
        return None
    host, pid = owner
    if host != socket.gethostname():
        return f"process {pid} on {host}"
    return f"process {pid}{_name(pid)}" if _is_running(int(pid)) else None


def how_to_free(profile: Path) -> str:
    """Return what a person can do about a profile that is in use, or may be."""
    owner = _owner(profile)
    if owner and owner[0] != socket.gethostname():
        return (
            f"Close the browser on {owner[0]}; if none runs there, delete {profile / LOCK}."
            " Or give another profile with --profile."
        )
    return "Close the browser that uses this profile, or give another one with --profile."


def _owner(profile: Path) -> tuple[str, str] | None:
    """The host and the process id in the profile's lock."""
    try:
        host, _, pid = str((profile / LOCK).readlink()).rpartition("-")
    except OSError:
        return None
    return (host, pid) if pid.isdecimal() else None


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _name(pid: str) -> str:
    try:
        return f" ({(_PROCESSES / pid / 'comm').read_text('utf-8', 'replace').strip()})"
    except OSError:
        return ""
