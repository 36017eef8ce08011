"""Finds recordings in folders, and selects the shard of this machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from overlay.capture.recording import DOM, EXPECTED, MANIFEST, PAGE
from overlay.common.errors import UsageError


@dataclass(frozen=True, slots=True)
class Found:
    """A recording's folder and its name: the path relative to the given folder, that folder's name first.

    If another recording has that name too, there is more of the path in both.
    """

    name: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Shard:
    """Shard `index` of `count`, from 1. The shard of a recording depends only on its name."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Parse `i/n`. Raises UsageError."""
        first, _, last = text.partition("/")
        if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
            raise UsageError(
                f"--shard {text!r} is not a valid share", advice="Write i/n with 1 ≤ i ≤ n, such as 1/3."
            )
        return cls(int(first), int(last))

    def holds(self, name: str) -> bool:
        """Return whether the recording of that name is in this shard."""
        return int.from_bytes(sha256(os.fsencode(name)).digest()[:8]) % self.count == self.index - 1


def find(folders: Iterable[Path]) -> list[Found]:
    """Return the recordings that `folders` are or contain, each once, sorted by name. One that lost its
    `recording.json` counts, so that it is not left out without a word.

    Raises UsageError for a path that is not a folder, or a folder without a recording.
    """
    found: dict[Path, Found] = {}
    for given in folders:
        if not given.is_dir():
            raise UsageError(f"{given} is not a folder", advice="Give folders that overlay capture made.")
        inside = _recordings(given.resolve())
        if not inside:
            raise UsageError(f"{given} holds no recording", advice="Make one: overlay capture TARGET -o DIR")
        for folder in inside:
            name = (Path(given.resolve().name) / folder.relative_to(given.resolve())).as_posix()
            found.setdefault(folder.resolve(), Found(name, folder))
    named: dict[str, list[Found]] = {}
    for one in found.values():
        named.setdefault(one.name, []).append(one)
    apart = [one for several in named.values() for one in _told_apart(several)]
    return sorted(apart, key=lambda one: (one.name, one.folder))


def _told_apart(several: list[Found]) -> list[Found]:
    """Return recordings of one name, named by as much of their paths as tells them apart."""
    size = several[0].name.count("/") + 1
    names = [one.name for one in several]
    while len(set(names)) < len(names):
        size += 1
        names = ["/".join(one.folder.resolve().parts[-size:]) for one in several]
    return [Found(name, one.folder) for name, one in zip(names, several, strict=True)]


def _recordings(root: Path) -> list[Path]:
    """Return the folders with one of the files that only recordings have; `root` alone if it is one.

    Links to folders are followed after all folders, so that a recording has the name of its folder.
    """
    found: list[Path] = []
    known: set[Path] = set()
    starts = [root]
    for start in starts:
        for place, inner, files in os.walk(start):
            folder = Path(place)
            if folder.resolve() in known:
                inner.clear()
                continue
            known.add(folder.resolve())
            if {MANIFEST, PAGE} & set(files) or (folder / EXPECTED / DOM).is_file():
                found.append(folder)
                if folder == root:
                    return found
            # Folders that begin with a dot are recordings that are still being written.
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            starts += [folder / name for name in inner if (folder / name).is_symlink()]
    return sorted(found)
