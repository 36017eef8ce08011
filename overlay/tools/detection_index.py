"""What detection may know of the tools: it types arguments by their schemas."""

from __future__ import annotations

from overlay.detection import ToolIndex
from overlay.tools import ToolRegistry


class DetectionTools:
    """The registry's tools that are on, put together anew only when they change."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._version = -1
        self._index = ToolIndex()

    def index(self) -> ToolIndex:
        """Return what detection looks tools up in."""
        if self._version != self._registry.version:
            self._version = self._registry.version
            self._index = ToolIndex(self._registry.for_detection())
        return self._index
