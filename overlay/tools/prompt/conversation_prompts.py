"""Which tools each conversation knows, and what has changed since it got the instructions."""

from __future__ import annotations

from overlay.tools import ToolDefinition, ToolRegistry
from overlay.tools.conversation_tools import ConversationTools
from overlay.tools.prompt import Prompt, write_changes, write_prompt
from overlay.tools.prompt.on_demand import ToolsOnDemand

State = tuple[int, frozenset[str]]
KEPT = 8
"""Maximum number of cached texts: one for each set of tools in the open conversations."""


class ConversationPrompts:
    """Tool instructions by conversation: the complete text once, then only changes. Kept for one run.

    `switches` says which tools are off in single conversations.
    """

    def __init__(self, registry: ToolRegistry, switches: ConversationTools | None = None) -> None:
        self._registry = registry
        self.switches = switches or ConversationTools()
        self._told: dict[str, tuple[State, list[ToolDefinition]]] = {}
        self._written: dict[tuple[State, str], Prompt] = {}
        self._on_demand = ToolsOnDemand(registry)

    def prompt(self, conversation: str = "", own: str = "") -> Prompt:
        """Return the complete instructions: the tools that are on in the conversation, and how to call them.

        `own` are the user's own instructions. The text is cached for the same tools, because the panel
        shows its length with each update.
        """
        tools = self.tools(conversation)
        key = (self._state(conversation), own)
        if key not in self._written:
            self._written[key] = write_prompt(tools, on_demand=self._on_demand.applies(tools), own=own)
            while len(self._written) > KEPT:
                del self._written[next(iter(self._written))]
        return self._written[key]

    def whole(self, conversation: str = "", own: str = "") -> str:
        """Return the text of `prompt`."""
        return self.prompt(conversation, own).text

    def tools(self, conversation: str = "") -> list[ToolDefinition]:
        """Return the tools that are on in the conversation."""
        self._on_demand.refresh()
        disabled = self.switches.off(conversation)
        return [tool for tool in self._registry.snapshot() if tool.name not in disabled]

    def was_told(self, conversation: str) -> bool:
        """Return whether the conversation got the instructions in this run."""
        return conversation in self._told

    def mark_told(self, conversation: str) -> None:
        """Record that the conversation knows the current tools."""
        tools = self.tools(conversation)
        self._told[conversation] = (self._state(conversation), tools)

    def pending_changes(self, conversation: str) -> str:
        """Return the text about changes that the conversation does not know yet; "" if there are none, or if
        it never got the instructions.
        """
        tools = self.tools(conversation)
        current = self._state(conversation)
        state, before = self._told.get(conversation, (current, []))
        if state == current:
            return ""
        return write_changes(before, tools, on_demand=self._on_demand.applies(tools)).text

    def renamed(self, before: str, after: str) -> None:
        """Move the state to `after`, the address that a new conversation got."""
        self.switches.renamed(before, after)
        if before in self._told:
            self._told[after] = self._told.pop(before)

    def _state(self, conversation: str) -> State:
        return self._registry.version, self.switches.off(conversation)
