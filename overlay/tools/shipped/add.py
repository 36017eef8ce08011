"""Puts the tools that come with overlay into a registry, as far as the person opened them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from overlay.tools.registry import ToolRegistry
from overlay.tools.shipped.address import Allowed
from overlay.tools.shipped.calculator import calculator
from overlay.tools.shipped.clock import current_time
from overlay.tools.shipped.fetch import Fetch
from overlay.tools.shipped.files import Files
from overlay.tools.shipped.highlight import highlight_object
from overlay.tools.shipped.page import page_title
from overlay.tools.shipped.roots import Roots
from overlay.tools.shipped.shell import Shell
from overlay.tools.shipped.write import Writer


@dataclass(frozen=True)
class ShippedSettings:
    """What the person opened: folders to read, folders to read and write, hosts for fetching, and whether
    commands may be run.
    """

    roots: Sequence[Path] = ()
    hosts: Sequence[str] = ()
    shell: bool = False
    writable: Sequence[Path] = ()


def add_shipped(registry: ToolRegistry, settings: ShippedSettings) -> None:
    """Add the tools that come with overlay; what nothing was opened to is added, but switched off.

    Raises ValueError for a root that is no folder.
    """
    roots = Roots(dict.fromkeys([*settings.roots, *settings.writable]))
    folder = roots.folders[0] if roots.folders else Path.cwd()
    optional = (
        (Files(roots).tools, bool(roots.folders)),
        (Writer(roots, settings.writable).tools, bool(settings.writable)),
        (Fetch(Allowed(settings.hosts)).tools, bool(settings.hosts)),
        (Shell(folder).tools, settings.shell),
    )
    for item in [current_time, calculator, page_title, highlight_object]:
        registry.add(item)
    for items, on in optional:
        for item in items:
            registry.enable(registry.add(item).name, on)
