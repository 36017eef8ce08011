"""Checks that only this user or root can write to the policy file (POSIX only).

The rule is OpenSSH's for its own files (sshd's `StrictModes`, misc.c `safe_path`): this user or root owns the
file and its folder, and no other user may write to them.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

OTHERS = stat.S_IWGRP | stat.S_IWOTH


def writable_by_others(path: Path) -> tuple[str, str] | None:
    """Return the problem and the command that fixes it; None if no other user can write to the file.

    Raises OSError if the path can't be examined.
    """
    if os.name != "posix":
        return None
    real = Path(os.path.realpath(path))
    for place in dict.fromkeys((real, real.parent, path.absolute().parent)):
        if problem := _problem_at(place, is_file=place == real):
            return problem
    for folder in real.parents:
        mode = folder.stat().st_mode
        # In a folder with the sticky bit, such as /tmp, users can't move or delete the files of others.
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"everybody may write to its folder {folder}", f"chmod o-w {folder}"
    return None


def _problem_at(place: Path, *, is_file: bool) -> tuple[str, str] | None:
    status = place.stat()
    subject = "it" if is_file else f"its folder {place}"
    if status.st_uid not in (os.geteuid(), 0):
        return f"{subject} belongs to another user", f"chown {os.geteuid()} {place}"
    sticky = not is_file and status.st_mode & stat.S_ISVTX
    if status.st_mode & OTHERS and not sticky:
        return f"other users may write to {subject}", f"chmod go-w {place}"
    return None
