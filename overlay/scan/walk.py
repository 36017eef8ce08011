"""From the paths a person gives to the files to scan, in a stable order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from .kinds import kind_by_name
from .model import Broken, Source


def sources(paths: Iterable[str]) -> list[Source | Broken]:
    """The files to scan, by name, each once: files as they are, of folders what may hold a chat by its name.

    Hidden files and folders are passed over and links to folders not followed. A folder that can't be listed
    is told as Broken.
    """
    found: dict[str, Source | Broken] = {}
    for path in paths:
        for one in _under(path):
            key = os.path.realpath(one.path) if isinstance(one, Source) else one.file
            known = found.get(key)
            # What the person named counts as named, though a folder they gave holds it too.
            if known is None or (isinstance(one, Source) and one.named):
                found[key] = one
    return sorted(found.values(), key=lambda one: one.name if isinstance(one, Source) else one.file)


def _under(path: str) -> Iterator[Source | Broken]:
    if not Path(path).is_dir():
        yield Source(str(Path(path).absolute()), path)
        return
    problems: list[OSError] = []
    for folder, inner, files in os.walk(path, onerror=problems.append):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in files:
            full = Path(folder, name)
            if not name.startswith(".") and kind_by_name(name) and full.is_file():
                yield Source(str(full.absolute()), str(full), named=False)
    for problem in problems:
        yield Broken(str(problem.filename), problem.strerror or str(problem))
