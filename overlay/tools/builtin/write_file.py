"""Writes text files in the folders that the user opened for writing, with a diff for approval.

A file that changed after its diff was made is not written, so only the approved change is made.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.builtin.allowed_folders import FolderAllowlist, ambiguous
from overlay.tools.builtin.text_file import Form, read_text
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolResult

MAX_FILE = 5_000_000
MAX_TEXT = 1_000_000
REMEMBERED = 200
LINE = re.compile(r"[^\n]*\n|[^\n]+")
ABSENT = "there is no such file"


class FileWriter:
    """The writing tool. `roots` are all allowed folders, `writable` those that may be written to.

    Raises ValueError for a writable path that is not a folder.
    """

    def __init__(self, roots: FolderAllowlist, writable: Iterable[Path | str]) -> None:
        self._roots = roots
        self._writable = FolderAllowlist(writable).folders
        self._shown: OrderedDict[str, tuple[Path, str]] = OrderedDict()

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        return [self.write_file]

    def diff(self, arguments: dict[str, Any]) -> str:
        """Return the unified diff of what a call would change. The call then requires the file to be
        unchanged.

        Raises ToolError like the call itself.
        """
        path, content = str(arguments["path"]), str(arguments["content"])
        target = self._place(path)
        old, before, form = self._present(target, path)
        self._remember(_key(path, content), (target, old))
        lines = difflib.unified_diff(
            LINE.findall(before),
            LINE.findall(form.fitted(content)),
            str(target) if old != ABSENT else "(new file)",
            str(target),
        )
        return "\n".join(map(_shown, lines)) or f"{target}: the text stays as it is"

    @tool(destructive=True, preview=diff)
    def write_file(
        self,
        path: Annotated[str, Field(min_length=1, description="path inside the folders opened for writing")],
        content: Annotated[str, Field(max_length=MAX_TEXT, description="the whole new text of the file")],
    ) -> ToolResult:
        """Creates a text file, or replaces the whole text of one. The user sees the difference first."""
        target = self._place(path)
        old, _, form = self._present(target, path)
        if self._shown.pop(_key(path, content), (target, old)) != (target, old):
            raise _changed(path)
        data = form.encode(content)
        self._replace(target, path, old, data)
        did = "Created" if old == ABSENT else "Replaced"
        return ToolResult(
            text=f"{did} {path} ({len(data)} bytes)", structured={"path": str(target), "bytes": len(data)}
        )

    def _place(self, path: str) -> Path:
        """Return the real path (symlinks resolved) of a file that exists or may be created."""
        try:
            real = self._roots.find(path)
        except ToolError as error:
            if error.code != "tool_execution_failed":
                raise
            real = self._new_place(path)
        if not any(real.is_relative_to(folder) for folder in self._writable):
            opened = ", ".join(map(str, self._writable)) or "none"
            raise ToolError(
                "tool_denied", f"{clip(path, 200)!r} may only be read; folders opened for writing: {opened}"
            )
        if real.is_dir():
            raise ToolError("tool_execution_failed", f"{clip(path, 200)!r} is a folder")
        return real

    def _new_place(self, path: str) -> Path:
        """Return the path for a new file.

        It is in the folder that the path names, or the first that has its parent, else the first folder.
        Raises ToolError for a path that means two places.
        """
        named = [place.resolve() for place in self._roots.named(path, self._roots.folders)]
        inner = [folder / path for folder in self._writable if (folder / path).parent.is_dir()]
        if named and inner:
            raise ambiguous(path, [*named[:1], *inner[:1]])
        if named:
            return named[0]
        places = [(folder / path).resolve() for folder in self._writable]
        return next((place for place in places if place.parent.is_dir()), places[0]) if places else Path(path)

    def _present(self, target: Path, path: str) -> tuple[str, str, Form]:
        """Return the file's header in the diff, its text and its format; for a missing file ABSENT, "" and
        the format of a new file.
        """
        try:
            data = self._roots.read(target, MAX_FILE + 1)
        except FileNotFoundError:
            return ABSENT, "", Form()
        if len(data) > MAX_FILE:
            raise ToolError("tool_execution_failed", f"{clip(path, 200)!r} is too long to be replaced")
        return hashlib.sha256(data).hexdigest(), *read_text(data, clip(path, 200))

    def _replace(self, target: Path, path: str, old: str, data: bytes) -> None:
        """Write a temporary file and move it into place, so the file is never incomplete; its mode is kept.

        The folder is opened once: the file is compared with `old`, its header in the diff, and replaced in
        the same folder, wherever the folder's path leads by then. Raises ToolError and OSError.
        """
        with self._roots.opened(target.parent, make=True) as folder, folder.replacing(target.name) as file:
            file.write(data)
            try:
                present = self._roots.read_in(folder, target, MAX_FILE + 1)
            except FileNotFoundError:
                present = None
            if old != (ABSENT if present is None else hashlib.sha256(present).hexdigest()):
                raise _changed(path)

    def _remember(self, key: str, old: tuple[Path, str]) -> None:
        self._shown[key] = old
        self._shown.move_to_end(key)
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)


def _shown(line: str) -> str:
    return line[:-1] if line.endswith("\n") else f"{line}\n\\ No newline at end of file"


def _key(path: str, content: str) -> str:
    return hashlib.sha256(f"{path}\0{content}".encode("utf-8", "surrogatepass")).hexdigest()


def _changed(path: str) -> ToolError:
    text = f"{clip(path, 200)!r} changed after the user saw the difference: read it, and call again"
    return ToolError("tool_execution_failed", text)
