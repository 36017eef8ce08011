"""Finds out whether a browser profile is in use: Chromium lets only one process use it at a time."""

from __future__ import annotations

import os
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from overlay.common.errors import UsageError
from overlay.common.file_lock import exclusive_lock

LOCK = "SingletonLock"
OWN_LOCK = "overlay.lock"
"""A lock file in the profile. Overlay holds it from the sign-in to the end of the run, without a gap."""
_PROCESSES = Path("/proc")
_held: set[Path] = set()


@contextmanager
def hold_profile(profile: Path) -> Generator[None]:
    """Hold the profile for this process, which may hold it already; the folder is made if it is missing.

    Raises UsageError if a browser or another overlay uses it.
    """
    if user := profile_user(profile):
        raise UsageError(f"the browser profile {profile} is used by {user}", advice=how_to_free(profile))
    absolute = profile.absolute()
    if absolute in _held:
        yield
        return
    profile.mkdir(parents=True, exist_ok=True, mode=0o700)
    taken = UsageError(
        f"the browser profile {profile} is used by another overlay",
        advice="Wait until it has ended, or give another profile with --profile.",
    )
    with exclusive_lock(profile / OWN_LOCK, seconds=0, error=taken):
        _held.add(absolute)
        try:
            yield
        finally:
            _held.discard(absolute)


def profile_user(profile: Path) -> str | None:
    """Return the process that uses the profile (`process 123 (chromium)`, `process 123 on HOST`), or None.

    Source: Chromium's `process_singleton_posix.cc`: Chromium makes a symbolic link that points to `HOST-PID`.
    Windows has no such link, so the result is None there. The process name is only known where `/proc`
    exists.
    """
    owner = _owner(profile)
    if owner is None:
        return None
    host, pid = owner
    if host != socket.gethostname():
        return f"process {pid} on {host}"
    return f"process {pid}{_name(pid)}" if _is_running(int(pid)) else None


def how_to_free(profile: Path) -> str:
    """Return advice for the user about a profile that is, or may be, in use."""
    owner = _owner(profile)
    if owner and owner[0] != socket.gethostname():
        return (
            f"Close the browser on {owner[0]}; if none runs there, delete {profile / LOCK}."
            " Or give another profile with --profile."
        )
    return "Close the browser that uses this profile, or give another one with --profile."


def _owner(profile: Path) -> tuple[str, str] | None:
    """Return the host and the process id in the profile's lock, None without a valid lock."""
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
