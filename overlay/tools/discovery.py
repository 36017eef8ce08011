"""Loads the tools from all sources on this machine into one registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from overlay.common.paths import config_dir
from overlay.tools.builtin import ShippedSettings, add_shipped
from overlay.tools.builtin.wordpress import WordPressSettings, add_wordpress
from overlay.tools.errors import LoadProblem
from overlay.tools.registry import ToolRegistry


@dataclass(frozen=True)
class Sources:
    """The user's tool settings.

    They are: folders of tool files, what the built-in tools may access (`writable` folders may be read and
    written), the WordPress site, and retired tool names with their replacements.
    """

    folders: Sequence[Path] = ()
    roots: Sequence[Path] = ()
    hosts: Sequence[str] = ()
    shell: bool = False
    entry_points: bool = True
    writable: Sequence[Path] = ()
    wordpress: WordPressSettings | None = None
    retired: Mapping[str, str] = field(default_factory=dict[str, str])


def own_folder() -> Path:
    """Return the folder of the user's own tool files; it need not exist."""
    return config_dir() / "tools"


def load(sources: Sources) -> tuple[ToolRegistry, list[LoadProblem]]:
    """Return a registry with the tools of all sources, and what could not be loaded.

    Raises ValueError for an allowed path that is not a folder.
    """
    registry = ToolRegistry()
    add_shipped(registry, ShippedSettings(sources.roots, sources.hosts, sources.shell, sources.writable))
    if sources.wordpress is not None:
        add_wordpress(registry, sources.wordpress)
    problems = registry.load_entry_points() if sources.entry_points else []
    own = own_folder()
    for folder in [*([own] if own.is_dir() else []), *sources.folders]:
        problems += registry.load_folder(folder)
    for name, replacement in sources.retired.items():
        registry.retire(name, replacement)
    return registry, problems
