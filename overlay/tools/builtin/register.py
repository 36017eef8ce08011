"""Adds the built-in tools to a registry, enabled as far as the user allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.tools.builtin.allowed_folders import FolderAllowlist
from overlay.tools.builtin.allowed_hosts import HostAllowlist
from overlay.tools.builtin.calculator import calculator
from overlay.tools.builtin.clock import current_time
from overlay.tools.builtin.fetch import Fetch
from overlay.tools.builtin.highlight import highlight_object
from overlay.tools.builtin.page_title import page_title
from overlay.tools.builtin.read_files import Files
from overlay.tools.builtin.shell import Shell
from overlay.tools.builtin.write_file import FileWriter
from overlay.tools.registry import ToolRegistry


@dataclass(frozen=True)
class ShippedSettings:
    """The user's permissions: folders to read, folders to read and write, hosts to fetch from, and running
    commands.
    """

    roots: Sequence[Path] = ()
    hosts: Sequence[str] = ()
    shell: bool = False
    writable: Sequence[Path] = ()


def add_shipped(registry: ToolRegistry, settings: ShippedSettings) -> None:
    """Add the built-in tools. A tool that needs a folder or host but was given none is disabled.

    Raises ValueError for an allowed path that is not a folder.
    """
    roots = FolderAllowlist(dict.fromkeys([*settings.roots, *settings.writable]))
    folder = roots.folders[0] if roots.folders else Path.cwd()
    optional = (
        (Files(roots).tools, bool(roots.folders)),
        (FileWriter(roots, settings.writable).tools, bool(settings.writable)),
        (Fetch(HostAllowlist(settings.hosts)).tools, bool(settings.hosts)),
        (Shell(folder, settings.writable).tools, settings.shell),
    )
    for item in [current_time, calculator, page_title, highlight_object]:
        registry.add(item)
    for items, on in optional:
        for item in items:
            registry.enable(registry.add(item).name, on)
