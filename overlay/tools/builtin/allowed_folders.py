"""The folders that the user allowed, and the check that tools access nothing outside of them."""

from __future__ import annotations

import errno
import stat
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from overlay.tools.builtin.exact_folder import ExactFolder, NotRegularError, exact_folder
from overlay.tools.errors import ToolError, clip

SKIPPED = {"node_modules", "__pycache__"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder in a folder. A symlink (`linked`) has the kind and the size of what it leads to.

    `size` is None if there is nothing.
    """

    name: str
    path: Path
    mode: int
    size: int | None
    linked: bool

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, or leads to one."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file, or leads to one."""
        return stat.S_ISREG(self.mode)


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
        real = base
        try:
            real = base.resolve()
            real.stat()
        except (FileNotFoundError, NotADirectoryError):
            pass
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

        Raises ToolError tool_denied if a part of the path became a symlink meanwhile, tool_execution_failed
        for a pipe or a device, and OSError for another reason.
        """
        with self.opened(path.parent) as folder:
            return self.read_in(folder, path, limit)

    def read_in(self, folder: ExactFolder, path: Path, limit: int) -> bytes:
        """Like `read`, of a file in an open folder."""
        try:
            return folder.read(path.name, limit)
        except NotRegularError:
            text = f"{self.show(path)!r} is not a regular file"
            raise ToolError("tool_execution_failed", text) from None
        except OSError as error:
            raise self._moved(path, error) from error

    @contextmanager
    def opened(self, path: Path, *, make: bool = False) -> Generator[ExactFolder]:
        """Yield the open folder at `path`, a path that `find` returned. See `exact_folder`.

        Raises ToolError tool_denied if a part of the path became a symlink meanwhile, and OSError.
        """
        with ExitStack() as stack:
            try:
                folder = stack.enter_context(exact_folder(path, make=make))
            except OSError as error:
                raise self._moved(path, error) from error
            yield folder

    def _moved(self, path: Path, error: OSError) -> Exception:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            return error
        text = f"{self.show(path)!r} became a link, or something else, while it was opened: call again"
        return ToolError("tool_denied", text)

    def walk(self, top: Path, *, hidden: bool = False) -> Iterator[Entry]:
        """Yield every file and folder below `top`, sorted by name, without symlinks that lead outside.

        Linked folders are not entered. Folders that begin with a dot or hold generated files (`node_modules`)
        are entered only if `hidden`.
        """
        for entry in self.entries(top):
            yield entry
            inner = entry.is_folder and not entry.linked
            if inner and (hidden or not (entry.name.startswith(".") or entry.name in SKIPPED)):
                yield from self.walk(entry.path, hidden=hidden)

    def entries(self, folder: Path) -> list[Entry]:
        """Return the entries of a folder, sorted by name, without symlinks that lead outside.

        Returns an empty list for a folder that can't be read.
        """
        try:
            with exact_folder(folder) as opened:
                found = [self._entry(opened, name) for name in sorted(opened.names())]
        except OSError:
            return []
        return [entry for entry in found if entry]

    def _entry(self, folder: ExactFolder, name: str) -> Entry | None:
        path = folder.path / name
        try:
            status = folder.stat(name)
            linked = stat.S_ISLNK(status.st_mode)
            if linked:
                real = self._real(name, path)
                if real is None or real == Path(real.anchor):
                    return None
                with exact_folder(real.parent) as parent:
                    status = parent.stat(real.name)
        except FileNotFoundError:
            return Entry(name, path, 0, None, linked=True)
        except (OSError, ToolError):
            return None
        return Entry(name, path, status.st_mode, status.st_size, linked)


def ambiguous(path: str, places: Iterable[Path]) -> ToolError:
    """Return the error for a path that means more than one place."""
    both = " or ".join(dict.fromkeys(map(str, places)))
    return ToolError("tool_invalid", f"{clip(path, 200)!r} may mean {both}: give the whole path")
