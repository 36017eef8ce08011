"""Tools that come with overlay."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overlay.tools.builtin.register import ShippedSettings, add_shipped

_HOMES = {
    "ShippedSettings": "overlay.tools.builtin.register",
    "add_shipped": "overlay.tools.builtin.register",
}

__all__ = ["ShippedSettings", "add_shipped"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use: the settings are read even if none of the tools is used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
