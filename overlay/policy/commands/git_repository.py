"""Finds the repository that git opens in a folder, and refuses what git may read differently."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

MAX_TEXT = 100_000
_HEAD = re.compile(r"(?:ref: refs/\S+|[0-9a-f]{40})\n?")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository: its working tree, its own folder, and the folder that all its working trees share."""

    top: Path
    git: Path
    common: Path


def find_repository(folder: Path) -> Repository | None:
    """Return the repository that git opens in `folder`; None if there is none.

    Git skips a `.git` that is not complete and goes on to the parent folder, and takes a folder without
    `.git` for a repository if it has the right files. Raises ValueError for both.
    """
    for top in (folder, *folder.parents):
        if os.path.lexists(top / ".git"):
            git = _git_folder(top)
            common = _common_folder(git)
            if not _is_complete(git, common):
                raise ValueError(f"{git} is not a complete repository")
            return Repository(top, git, common)
        if os.path.lexists(top / "HEAD"):
            raise ValueError(f"git may take {top} itself for a repository")
    return None


def read_text(file: Path) -> str:
    """Return the file's text. Raises ValueError for a pipe, which would block, and for a long file."""
    if not file.is_file() or file.stat().st_size > MAX_TEXT:
        raise ValueError(f"{file} is not read")
    return file.read_bytes().decode("utf-8")


def _git_folder(top: Path) -> Path:
    place = top / ".git"
    if place.is_dir():
        return place
    text = read_text(place)
    if not text.startswith("gitdir: "):
        raise ValueError(f"{place} names no folder")
    return _named(top, text.removeprefix("gitdir: "))


def _common_folder(git: Path) -> Path:
    pointer = git / "commondir"
    return _named(git, read_text(pointer)) if os.path.lexists(pointer) else git


def _named(base: Path, text: str) -> Path:
    # Git removes only the line's end, so a space belongs to the name.
    path = text.rstrip("\r\n")
    if not path or "\0" in path:
        raise ValueError("no folder is named")
    return (base / path).resolve()


def _is_complete(git: Path, common: Path) -> bool:
    """Return whether git takes the folder for a repository: the tests are stricter than git's."""
    folders = [common / "objects", common / "refs"]
    return (
        _HEAD.fullmatch(read_text(git / "HEAD")) is not None
        and (common / "config").is_file()
        and all(one.is_dir() and os.access(one, os.X_OK) for one in folders)
    )
