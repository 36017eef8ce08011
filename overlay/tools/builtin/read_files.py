"""Tools to read, list and search files in the folders that the user allowed."""

from __future__ import annotations

import fnmatch
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError
from overlay.tools.result import ToolImage, ToolResult, image_type

MAX_READ = 5_000_000
MAX_SHOWN = 100_000
MAX_ENTRIES = 1000
MAX_MATCHES = 200
MAX_LINE = 300

Where = Annotated[str, Field(description="path inside the opened folders")]


class Files:
    """The file tools for the allowed folders `roots`."""

    def __init__(self, roots: FolderAllowlist) -> None:
        self._roots = roots

    @property
    def tools(self) -> list[Any]:
        """The three tools, for `ToolRegistry.add`."""
        return [self.read_file, self.list_files, self.search_files]

    @tool(read_only=True, private=True, untrusted=True)
    def read_file(
        self,
        path: Where,
        start_line: Annotated[int, Field(ge=1, description="first line to give, from 1")] = 1,
        max_lines: Annotated[int, Field(ge=1, le=10_000)] = 2000,
    ) -> ToolResult:
        """Reads a text file, or a picture. Long files are given in parts: go on with start_line."""
        real = self._roots.find(path)
        if real.is_dir():
            raise ToolError("tool_execution_failed", f"{path!r} is a folder: use list_files")
        data = self._roots.read(real, MAX_READ)
        kind = image_type(data)
        if kind:
            return ToolResult(text=f"{path} ({kind})", images=[ToolImage(data, kind)])
        if b"\0" in data[:8192] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise ToolError("tool_execution_failed", f"{path!r} is not a text file ({len(data)} bytes)")
        encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
        text = data.decode(encoding, errors="replace")
        return ToolResult(text=_part(text, start_line, max_lines, cut=len(data) == MAX_READ))

    @tool(read_only=True, private=True, untrusted=True)
    def list_files(
        self,
        path: Where = ".",
        pattern: Annotated[str, Field(description="names to give, such as *.py")] = "*",
        recursive: bool = False,
    ) -> ToolResult:
        """Lists a folder: one name a line, folders with a slash, files with their size in bytes."""
        real = self._folder(path)
        found = self._roots.walk(real) if recursive else iter(self._roots.entries(real))
        listed: list[dict[str, Any]] = []
        more = False
        for entry in found:
            if not fnmatch.fnmatch(entry.name, pattern):
                continue
            if len(listed) == MAX_ENTRIES:
                more = True
                break
            folder = entry.is_folder
            listed.append(
                {
                    "name": entry.path.relative_to(real).as_posix(),
                    "kind": "folder" if folder else "file",
                    "size": None if folder else entry.size,
                }
            )
        lines = [
            f"{each['name']}/" if each["kind"] == "folder" else f"{each['name']} ({each['size']} bytes)"
            for each in listed
        ]
        if more:
            lines.append(f"… (only the first {MAX_ENTRIES}: narrow it by path or pattern)")
        return ToolResult(text="\n".join(lines) or "(nothing)", structured=listed)

    @tool(read_only=True, private=True, untrusted=True, timeout=60)
    def search_files(
        self,
        text: Annotated[str, Field(min_length=1, description="text to find, as it is; case does not count")],
        context: ToolContext,
        path: Where = ".",
        pattern: Annotated[str, Field(description="names of files to search, such as *.py")] = "*",
    ) -> ToolResult:
        """Finds text in files: one `path:line: text` a line."""
        real = self._folder(path)
        found: list[dict[str, Any]] = []
        for entry in self._roots.walk(real):
            if context.cancelled or len(found) > MAX_MATCHES:
                break
            if entry.is_file and fnmatch.fnmatch(entry.name, pattern):
                found += self._matches(str(entry.path), text.casefold())
        lines = [f"{each['path']}:{each['line']}: {each['text']}" for each in found[:MAX_MATCHES]]
        if len(found) > MAX_MATCHES:
            lines.append(f"… (only the first {MAX_MATCHES}: narrow it by path or pattern)")
        return ToolResult(text="\n".join(lines) or "(nothing found)", structured=found[:MAX_MATCHES])

    def _matches(self, path: str, wanted: str) -> list[dict[str, Any]]:
        try:
            file = self._roots.find(path)
            data = self._roots.read(file, MAX_READ)
        except (OSError, ToolError):
            return []
        if b"\0" in data[:8192]:
            return []
        lines = data.decode("utf-8-sig", errors="replace").splitlines()
        return [
            {"path": self._roots.show(file), "line": at, "text": line.strip()[:MAX_LINE]}
            for at, line in enumerate(lines, 1)
            if wanted in line.casefold()
        ]

    def _folder(self, path: str) -> Path:
        real = self._roots.find(path)
        if not real.is_dir():
            raise ToolError("tool_execution_failed", f"{path!r} is a file: use read_file")
        return real


def _part(text: str, start: int, count: int, *, cut: bool) -> str:
    lines = text.splitlines(keepends=True)
    if start > max(1, len(lines)):
        raise ToolError("tool_invalid", f"start_line is {start}, and the file has {len(lines)} lines")
    selected = lines[start - 1 : start - 1 + count]
    shown = "".join(selected)
    if len(shown) > MAX_SHOWN:
        return f"{shown[:MAX_SHOWN]}\n… (cut after {MAX_SHOWN} characters: ask for fewer lines)"
    remaining = len(lines) - (start - 1 + len(selected))
    if remaining or cut:
        more = "many" if cut else str(remaining)
        return f"{shown.rstrip()}\n… ({more} more lines: go on with start_line {start + len(selected)})"
    return shown
