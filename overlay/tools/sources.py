"""Where the tools on this machine come from, and one registry out of all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.paths import config_dir
from overlay.tools.errors import LoadProblem
from overlay.tools.registry import ToolRegistry
from overlay.tools.shipped import ShippedSettings, add_shipped


@dataclass(frozen=True)
class Sources:
    """What the person configured: folders of tool files, and what the shipped tools may reach."""

    folders: Sequence[Path] = ()
    roots: Sequence[Path] = ()
    hosts: Sequence[str] = ()
    shell: bool = False
    entry_points: bool = True


def own_folder() -> Path:
    """The folder of the person's own tool files; it need not exist."""
    return config_dir() / "tools"


def load(sources: Sources) -> tuple[ToolRegistry, list[LoadProblem]]:
    """A registry with all of it, and what could not be loaded.

    Raises ValueError for a root that is no folder.
    """
    registry = ToolRegistry()
    add_shipped(registry, ShippedSettings(sources.roots, sources.hosts, sources.shell))
    problems = registry.load_entry_points() if sources.entry_points else []
    own = own_folder()
    for folder in [*([own] if own.is_dir() else []), *sources.folders]:
        problems += registry.load_folder(folder)
    return registry, problems
