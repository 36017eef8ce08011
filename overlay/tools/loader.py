"""Loads tools from files and entry points. A file that fails is reported and does not affect the others."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from overlay.common.stdout_redirect import aside
from overlay.tools.adapters import Tool, as_tool
from overlay.tools.decorator import options_of
from overlay.tools.errors import LoadProblem, clip

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "overlay.tools"


class FreshLoader(SourceFileLoader):
    """Compiles the source each time: the cache compares times in seconds, so it would miss a second edit
    within one second.
    """

    def get_code(self, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


Stamp = tuple[int, int]


@dataclass
class FolderFile:
    """One loaded file: its modification time and size when loaded, and the names of its tools."""

    stamp: Stamp
    names: list[str] = field(default_factory=list[str])


@dataclass
class ReloadResult:
    """Changes in a folder: removed files, and new or changed files, which were loaded again."""

    folder: Path
    gone: list[Path] = field(default_factory=list[Path])
    loaded: dict[Path, tuple[Stamp, list[Tool] | LoadProblem]] = field(
        default_factory=dict[Path, tuple[Stamp, "list[Tool] | LoadProblem"]]
    )

    def __bool__(self) -> bool:
        return bool(self.gone or self.loaded)


def scan_folder(folder: Path, known: Mapping[Path, Stamp]) -> ReloadResult:
    """Load what differs in `folder` from the files `known`. This executes the files, which
    may take a while.
    """
    now = folder_files(folder)
    changed = {path: stamp for path, stamp in now.items() if known.get(path) != stamp}
    return ReloadResult(
        folder,
        [path for path in known if path not in now],
        {path: (stamp, load_file(path)) for path, stamp in changed.items()},
    )


def folder_files(folder: Path) -> dict[Path, Stamp]:
    """Return the tool files of a folder (`*.py` not beginning with `_`) and their (mtime in ns, size), sorted
    by name.
    """
    found: dict[Path, Stamp] = {}
    for path in sorted(folder.glob("*.py")):
        if not path.name.startswith("_") and path.is_file():
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_size)
    return found


def load_file(path: Path) -> list[Tool] | LoadProblem:
    """Import one file and return its tools: functions with `@tool`, and the definitions in a list `TOOLS`.

    The folder acts as a package, so `from ._helper import x` works.
    """
    package = _package(path.parent)
    name = f"{package}.{path.stem}"
    for stale in [each for each in sys.modules if each.startswith(f"{package}._")] + [name]:
        sys.modules.pop(stale, None)
    try:
        spec = importlib.util.spec_from_file_location(name, path, loader=FreshLoader(name, str(path)))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        with aside():
            spec.loader.exec_module(module)
        tools = tools_of_module(module, source=str(path))
    except (Exception, SystemExit) as error:
        sys.modules.pop(name, None)
        return _problem(str(path), error, path)
    return tools or LoadProblem(
        str(path), "no tool in it: mark functions with @tool, or list definitions in TOOLS"
    )


def load_entry_point(point: EntryPoint) -> list[Tool] | LoadProblem:
    """Return the tools of an installed package. The entry point names a function, a dict, a list of these, or
    a module.
    """
    source = f"{GROUP}:{point.name}"
    try:
        with aside():
            return _tools_of(point.load(), source)
    except (Exception, SystemExit) as error:
        return _problem(source, error, None)


def tools_of_module(module: ModuleType, *, source: str) -> list[Tool]:
    """Return the functions with `@tool` in this module (not imported ones), and the items of `TOOLS`."""
    own = [
        value
        for value in vars(module).values()
        if callable(value) and options_of(value) and getattr(value, "__module__", None) == module.__name__
    ]
    listed = cast("Iterable[Any]", getattr(module, "TOOLS", []))
    unique = {id(item): item for item in [*own, *listed]}
    return [as_tool(item, source=source) for item in unique.values()]


def _tools_of(found: Any, source: str) -> list[Tool]:
    if isinstance(found, ModuleType):
        return tools_of_module(found, source=source)
    if isinstance(found, Iterable) and not isinstance(found, Mapping | str):
        return [as_tool(item, source=source) for item in cast("Iterable[Any]", found)]
    return [as_tool(found, source=source)]


def _package(folder: Path) -> str:
    name = "overlay_tools_" + hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12]
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def _problem(source: str, error: BaseException, path: Path | None) -> LoadProblem:
    line: int | None = None
    if isinstance(error, SyntaxError):
        line = error.lineno
    elif path is not None:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = frames[-1].lineno if frames else None
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return LoadProblem(
        source, clip(f"{type(error).__name__}: {text}" if text else type(error).__name__, 500), line
    )
