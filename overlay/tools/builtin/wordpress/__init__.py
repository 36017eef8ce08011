"""Tools for the one WordPress site that the user configured; without one no tool is added."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overlay.tools.builtin.wordpress.register import add_wordpress
    from overlay.tools.builtin.wordpress.settings import WordPressSettings

_HOMES = {
    "add_wordpress": "overlay.tools.builtin.wordpress.register",
    "WordPressSettings": "overlay.tools.builtin.wordpress.settings",
}

__all__ = ["WordPressSettings", "add_wordpress"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: its settings are part of every configuration."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
