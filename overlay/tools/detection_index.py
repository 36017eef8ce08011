"""The tool index for detection, which types arguments by the tools' schemas."""

from __future__ import annotations

from overlay.detection import ToolIndex
from overlay.tools import ToolRegistry


class DetectionTools:
    """Index of the registry's enabled tools, rebuilt only when they change."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._version = -1
        self._index = ToolIndex()

    def index(self) -> ToolIndex:
        """Return the index in which detection looks up tools."""
        if self._version != self._registry.version:
            self._version = self._registry.version
            self._index = ToolIndex(self._registry.for_detection())
        return self._index
