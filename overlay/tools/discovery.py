"""Where the tools on this machine come from, and one registry out of all of it."""

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
    """What the person configured: folders of tool files, what the shipped tools may reach (`writable` folders
    may be read and written), the WordPress site, and the retired names with what to use instead.
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
    """The folder of the person's own tool files; it need not exist."""
    return config_dir() / "tools"


def load(sources: Sources) -> tuple[ToolRegistry, list[LoadProblem]]:
    """A registry with all of it, and what could not be loaded.

    Raises ValueError for a root that is no folder.
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
