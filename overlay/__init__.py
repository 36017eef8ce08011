"""overlay: a companion for web chats that shows and runs the tool calls a model prints."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import TYPE_CHECKING, Any

from overlay.common.version import VERSION

if TYPE_CHECKING:
    from overlay.companion.companion import Companion
    from overlay.detection import StreamDetector, ToolCall, detect
    from overlay.tools import ToolRegistry, tool

__version__ = VERSION

_HOMES = {
    "Companion": "overlay.companion.companion",
    "StreamDetector": "overlay.detection",
    "ToolCall": "overlay.detection",
    "detect": "overlay.detection",
    "ToolRegistry": "overlay.tools",
    "tool": "overlay.tools",
}

__all__ = ["Companion", "StreamDetector", "ToolCall", "ToolRegistry", "__version__", "detect", "tool"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: detection alone must not pay for a browser."""
    if name not in _HOMES:
        raise AttributeError(f"module 'overlay' has no attribute {name!r}")
    collecting = gc.isenabled()
    # Imported objects live for the whole run, so collecting garbage meanwhile only costs time.
    gc.disable()
    try:
        return getattr(import_module(_HOMES[name]), name)
    finally:
        if collecting:
            gc.enable()
