"""Tools that are switched off in one chat, and on elsewhere."""

from __future__ import annotations


class ConversationTools:
    """Which tools are off in which conversation, for as long as overlay runs."""

    def __init__(self) -> None:
        self._off: dict[str, frozenset[str]] = {}

    def switch(self, conversation: str, tool: str, *, on: bool) -> None:
        """Switch the tool of exactly this name on or off there."""
        before = self.off(conversation)
        self._off[conversation] = before - {tool} if on else before | {tool}

    def off(self, conversation: str) -> frozenset[str]:
        """Return the names of the tools that are off there."""
        return self._off.get(conversation, frozenset())

    def copied(self, before: str, after: str) -> None:
        """What is off in one conversation is off in the other too."""
        if before != after and before in self._off:
            self._off[after] = self.off(after) | self.off(before)

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address: what was off in it stays off."""
        if before != after and before in self._off:
            self._off[after] = self.off(after) | self._off.pop(before)
