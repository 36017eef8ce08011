"""Finds a program by its name as a POSIX shell does; refuses one that others may have put there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path


def find_program(name: str, folder: Path, unsafe: Iterable[Path] = ()) -> Path | None:
    """Return the absolute path of the program that a shell would run for `name` in `folder`.

    Returns None if there is no such program, or if the first one is not safe: it is found by a relative or
    empty entry of PATH, it is in `folder` or in one of `unsafe`, or everybody may write to it or to the
    folder that it is in. Always None on Windows, where the working folder comes first and programs parse
    their own command line.
    """
    if os.name != "posix" or not name or "/" in name:
        return None
    unsafe_folders = [folder, *unsafe]
    for entry in _path():
        found = Path(os.path.join(folder, entry, name))  # noqa: PTH118 - Path() would drop the entry "."
        if not (found.is_file() and os.access(found, os.X_OK)):
            continue
        return found if _is_safe(entry, unsafe_folders) and _is_safe(str(found), unsafe_folders) else None
    return None


def safe_path(folder: Path, unsafe: Iterable[Path] = ()) -> str:
    """Return PATH without the entries from which `find_program` refuses programs."""
    unsafe_folders = [folder, *unsafe]
    return os.pathsep.join(entry for entry in _path() if _is_safe(entry, unsafe_folders))


def _path() -> list[str]:
    return os.environ.get("PATH", os.defpath).split(os.pathsep)


def _is_safe(entry: str, unsafe: Iterable[Path]) -> bool:
    if not os.path.isabs(entry):  # noqa: PTH117 - Path("") would be "."
        return False
    real = Path(os.path.realpath(entry))
    try:
        mode = real.stat().st_mode
    except OSError:
        return False
    if mode & stat.S_IWOTH:
        return False
    outside = [Path(os.path.realpath(one)) for one in unsafe]
    return not any(path.is_relative_to(one) for path in (real, Path(entry)) for one in outside)
