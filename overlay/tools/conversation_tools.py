"""Tools that are switched off in single conversations."""

from __future__ import annotations


class ConversationTools:
    """Tools that are off by conversation, kept in memory until overlay ends."""

    def __init__(self) -> None:
        self._off: dict[str, frozenset[str]] = {}

    def switch(self, conversation: str, tool: str, *, on: bool) -> None:
        """Switch the tool with exactly this name on or off in the conversation."""
        before = self.off(conversation)
        self._off[conversation] = before - {tool} if on else before | {tool}

    def off(self, conversation: str) -> frozenset[str]:
        """Return the names of the tools that are off in the conversation."""
        return self._off.get(conversation, frozenset())

    def copied(self, before: str, after: str) -> None:
        """Switch off in `after` whatever is off in `before`."""
        if before != after and before in self._off:
            self._off[after] = self.off(after) | self.off(before)

    def renamed(self, before: str, after: str) -> None:
        """Move the switches to `after`, the address that a new conversation got."""
        if before != after and before in self._off:
            self._off[after] = self.off(after) | self._off.pop(before)
