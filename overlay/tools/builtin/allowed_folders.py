"""The folders that the user allowed, and the check that tools access nothing outside of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from overlay.tools.errors import ToolError, clip

SKIPPED = {"node_modules", "__pycache__"}


class FolderAllowlist:
    """The allowed folders, in order. A relative path is resolved in the first folder that contains it.

    `notes/a.txt` also means `a.txt` in an allowed folder `notes`; a path with two meanings is refused.
    `./notes/a.txt` always means a folder `notes` inside an allowed folder.

    Raises ValueError for a path that is not a folder.
    """

    def __init__(self, folders: Iterable[Path | str]) -> None:
        self.folders = [Path(folder).expanduser().resolve() for folder in folders]
        for folder in self.folders:
            if not folder.is_dir():
                raise ValueError(f"{folder} is not a folder: a root must be one that exists")

    def find(self, path: str) -> Path:
        """Return the real path (symlinks resolved) of an existing file or folder inside the allowed folders.

        Raises ToolError tool_denied for a path outside (by `..`, an absolute path or a symlink), and
        tool_execution_failed for one that does not exist.
        """
        if "\0" in path:
            raise ToolError("tool_invalid", "A path can't hold a NUL character")
        named = self.named(path, self.folders)
        inside = [self._real(path, base) for base in (*named, *(folder / path for folder in self.folders))]
        outside = None in inside
        found = [real for real in inside[: len(named)] if real and real.exists()][:1]
        found += [real for real in inside[len(named) :] if real and real.exists()][:1]
        if len(set(found)) > 1:
            raise ambiguous(path, found)
        if found:
            return found[0]
        if outside or not self.folders:
            opened = ", ".join(map(str, self.folders)) or "none"
            raise ToolError(
                "tool_denied", f"{clip(path, 200)!r} is outside of the folders opened to you: {opened}"
            )
        raise ToolError("tool_execution_failed", f"There is no {clip(path, 200)!r}")

    def named(self, path: str, folders: Iterable[Path]) -> list[Path]:
        """Return the paths that `path` means if its first part is the name of one of `folders`."""
        first, *rest = Path(path).parts or ("",)
        if Path(path).is_absolute() or path.startswith("./"):
            return []
        return [folder.joinpath(*rest) for folder in folders if folder.name == first]

    def _real(self, path: str, base: Path) -> Path | None:
        """Return the resolved path; None if it is outside. Raises ToolError if it can't be resolved."""
        try:
            real = base.resolve()
            real.exists()
        except (OSError, RuntimeError) as error:  # the name is too long, or symlinks form a loop
            raise ToolError("tool_execution_failed", f"{clip(path, 200)!r} can't be looked up") from error
        return real if any(real.is_relative_to(root) for root in self.folders) else None

    def show(self, path: Path) -> str:
        """Return a path that the model can use again: relative to the first folder if inside it, else
        absolute.
        """
        first = self.folders[0]
        return path.relative_to(first).as_posix() if path.is_relative_to(first) else str(path)

    def read(self, path: Path, limit: int) -> bytes:
        """Return the first `limit` bytes of a file that `find` returned.

        Pipes and devices are refused, because reading them may never end.
        """
        flags = (
            os.O_RDONLY
            | getattr(os, "O_NOFOLLOW", 0)
            | getattr(os, "O_NONBLOCK", 0)
            | getattr(os, "O_BINARY", 0)
        )
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise ToolError("tool_execution_failed", f"{self.show(path)!r} is not a regular file")
            return file.read(limit)

    def walk(self, top: Path, *, hidden: bool = False) -> Iterator[os.DirEntry[str]]:
        """Yield every file and folder below `top`, sorted by name, without symlinks that lead outside.

        Linked folders are not entered. Folders that begin with a dot or hold generated files (`node_modules`)
        are entered only if `hidden`.
        """
        for entry in self.entries(top):
            yield entry
            if entry.is_dir(follow_symlinks=False) and (
                hidden or not (entry.name.startswith(".") or entry.name in SKIPPED)
            ):
                yield from self.walk(Path(entry.path), hidden=hidden)

    def entries(self, folder: Path) -> list[os.DirEntry[str]]:
        """Return the entries of a folder, sorted by name, without symlinks that lead outside.

        Returns an empty list for a folder that can't be read.
        """
        try:
            with os.scandir(folder) as found:
                return sorted((each for each in found if self._inside(each)), key=lambda each: each.name)
        except OSError:
            return []

    def _inside(self, entry: os.DirEntry[str]) -> bool:
        if not entry.is_symlink():
            return True
        try:
            real = Path(entry.path).resolve()
        except (OSError, RuntimeError):
            return False
        return any(real.is_relative_to(root) for root in self.folders)


def ambiguous(path: str, places: Iterable[Path]) -> ToolError:
    """Return the error for a path that means more than one place."""
    both = " or ".join(dict.fromkeys(map(str, places)))
    return ToolError("tool_invalid", f"{clip(path, 200)!r} may mean {both}: give the whole path")
