"""What each conversation was told of the tools, and what of it is no longer so."""

from __future__ import annotations

from overlay.prompt import write_changes, write_prompt
from overlay.tools import ToolDefinition, ToolRegistry


class Instructions:
    """Of one run: the whole text once a conversation, then only what has changed since."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._told: dict[str, tuple[int, list[ToolDefinition]]] = {}

    def whole(self) -> str:
        """Return the text that tells a model of the tools that are on, and how they are called."""
        return write_prompt(self._registry.snapshot()).text

    def were_told(self, conversation: str) -> None:
        """The conversation has heard of the tools as they are now."""
        self._told[conversation] = (self._registry.version, self._registry.snapshot())

    def news(self, conversation: str) -> str:
        """Return what the conversation has yet to hear; "" where that is nothing, or it was never told."""
        version, before = self._told.get(conversation, (self._registry.version, []))
        if version == self._registry.version:
            return ""
        return write_changes(before, self._registry.snapshot()).text

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address."""
        if before in self._told:
            self._told[after] = self._told.pop(before)
