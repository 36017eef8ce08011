"""Checksums of a recording's files, kept in its manifest, so that a damaged or missing file is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path


def checksums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 in hexadecimal digits of each file in `folder`, by its path with `/`."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _checksum(path) for path in files}


def damage(folder: Path, expected: Mapping[str, str], made: str = "recorded") -> Iterator[str]:
    """Yield a sentence for each file of `expected` that is missing in `folder` or has other bytes.

    `made` says how the files came about.
    """
    for name, checksum in expected.items():
        path = folder / name
        try:
            if _checksum(path) != checksum:
                yield f"{path} is not as it was {made}: its checksum differs"
        except FileNotFoundError:
            yield f"{path} is missing"
        except OSError as error:
            yield f"{path} can't be read ({error.strerror})"


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
