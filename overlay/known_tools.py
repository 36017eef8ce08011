"""What detection may know of the tools: it types arguments by their schemas."""

from __future__ import annotations

from typing import Any

from overlay.tools import ToolRegistry


class KnownTools:
    """The registry's tools that are on, put together anew only when they change."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._version = -1
        self._definitions: list[dict[str, Any]] | None = None

    def definitions(self) -> list[dict[str, Any]] | None:
        """Return `name` and `parameters` of each, or None if there is none."""
        if self._version != self._registry.version:
            self._version = self._registry.version
            self._definitions = [
                {"name": name, "parameters": self._registry.find(name).parameters}
                for name in self._registry.names
            ] or None
        return self._definitions
