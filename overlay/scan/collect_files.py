"""Collects the files to scan from the user's paths, in a stable order."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from .file_kind import kind_by_name
from .model import ReadError, Source

_SPECIAL = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def sources(paths: Iterable[str]) -> list[Source | ReadError]:
    """Return the files to scan, sorted by name, each once.

    Takes all files in `paths`, and from folders those whose name suggests a chat. Skips hidden files and
    folders, and does not follow links to folders. A folder that can't be listed becomes a `ReadError`, and so
    does anything that is not a file: reading a pipe or a device may never end.
    """
    found: dict[str, Source | ReadError] = {}
    for path in paths:
        for one in _under(path):
            key = os.path.realpath(one.path) if isinstance(one, Source) else one.file
            known = found.get(key)
            # A file that the user named stays `named`, even if a folder contains it too.
            if known is None or (isinstance(one, Source) and one.named):
                found[key] = one
    return sorted(found.values(), key=lambda one: one.name if isinstance(one, Source) else one.file)


def special(path: str | Path) -> str:
    """Return a line about a path that is not a file, and what to do; "" for a file or a missing path."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return ""
    for is_it, what in _SPECIAL:
        if is_it(mode):
            return f"skipped: it is {what}, not a file; write its output to a file first"
    return ""


def _under(path: str) -> Iterator[Source | ReadError]:
    if not Path(path).is_dir():
        kind = special(path)
        yield ReadError(path, kind) if kind else Source(str(Path(path).absolute()), path)
        return
    problems: list[OSError] = []
    for folder, inner, files in os.walk(path, onerror=problems.append):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in files:
            full = Path(folder, name)
            if name.startswith(".") or not kind_by_name(name) or not full.exists():
                continue
            kind = special(full)
            yield ReadError(str(full), kind) if kind else Source(str(full.absolute()), str(full), named=False)
    for problem in problems:
        yield ReadError(str(problem.filename), problem.strerror or str(problem))
