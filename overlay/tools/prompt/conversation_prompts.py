"""What each conversation was told of the tools, and what of it is no longer so."""

from __future__ import annotations

from overlay.tools import ToolDefinition, ToolRegistry
from overlay.tools.conversation_tools import ConversationTools
from overlay.tools.prompt import write_changes, write_prompt

State = tuple[int, frozenset[str]]


class ConversationPrompts:
    """Of one run: the whole text once a conversation, then only what has changed since.

    `switches` says which tools are off in one conversation alone.
    """

    def __init__(self, registry: ToolRegistry, switches: ConversationTools | None = None) -> None:
        self._registry = registry
        self.switches = switches or ConversationTools()
        self._told: dict[str, tuple[State, list[ToolDefinition]]] = {}

    def whole(self, conversation: str = "") -> str:
        """Return the text that tells a model of the tools that are on there, and how they are called."""
        return write_prompt(self._tools(conversation)).text

    def mark_told(self, conversation: str) -> None:
        """The conversation has heard of the tools as they are now."""
        self._told[conversation] = (self._state(conversation), self._tools(conversation))

    def pending_changes(self, conversation: str) -> str:
        """Return what the conversation has yet to hear; "" where that is nothing, or it was never told."""
        now = self._state(conversation)
        state, before = self._told.get(conversation, (now, []))
        if state == now:
            return ""
        return write_changes(before, self._tools(conversation)).text

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address."""
        self.switches.renamed(before, after)
        if before in self._told:
            self._told[after] = self._told.pop(before)

    def _state(self, conversation: str) -> State:
        return self._registry.version, self.switches.off(conversation)

    def _tools(self, conversation: str) -> list[ToolDefinition]:
        off = self.switches.off(conversation)
        return [tool for tool in self._registry.snapshot() if tool.name not in off]
