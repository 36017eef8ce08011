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
from overlay.tools.shipped.page import page_title
from overlay.tools.shipped.roots import Roots
from overlay.tools.shipped.shell import Shell


@dataclass(frozen=True)
class ShippedSettings:
    """What the person opened: folders for the file tools, hosts for fetching, and whether commands may be
    run.
    """

    roots: Sequence[Path] = ()
    hosts: Sequence[str] = ()
    shell: bool = False


def add_shipped(registry: ToolRegistry, settings: ShippedSettings) -> None:
    """Add the tools that come with overlay; what nothing was opened to is added, but switched off.

    Raises ValueError for a root that is no folder.
    """
    roots = Roots(settings.roots)
    folder = roots.folders[0] if roots.folders else Path.cwd()
    files, fetch, shell = Files(roots).tools, Fetch(Allowed(settings.hosts)).tools, Shell(folder).tools
    for item in [current_time, calculator, page_title]:
        registry.add(item)
    for items, on in ((files, bool(roots.folders)), (fetch, bool(settings.hosts)), (shell, settings.shell)):
        for item in items:
            registry.enable(registry.add(item).name, on)
