"""The panel's section about a chat that overlay does not know: learn the chat, or report it."""

from __future__ import annotations

from typing import Any, Protocol

from overlay.common.language import translate
from overlay.ui.chat_state import UnknownChat
from overlay.ui.panel.messages import HelpWithChat, PanelMessage
from overlay.ui.panel.state import UnknownShown


class ChatHelp(Protocol):
    """Learns or reports the chat; see overlay.companion.chat_help."""

    def unknown(self) -> UnknownChat: ...

    def learn(self) -> str: ...

    async def report(self) -> str: ...

    async def look(self) -> str: ...

    async def accept(self) -> str: ...


class UnknownChatSection:
    """Shows in the panel that the chat is unknown, and carries out its buttons."""

    def __init__(self, chat: ChatHelp) -> None:
        self._chat = chat

    def state(self) -> dict[str, Any]:
        """Return whether the chat is unknown, as a field of PanelState."""
        chat = self._chat.unknown()
        shown = UnknownShown(
            shown=chat.shown,
            said=translate(chat.said),
            busy=chat.busy,
            found=translate(chat.found),
            offered=chat.offered,
            differences=list(chat.differences),
        )
        return {"unknown": shown}

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Carry out a button of the section; return a line about it, None for another message."""
        if not isinstance(message, HelpWithChat):
            return None
        match message.action:
            case "learn":
                return self._chat.learn()
            case "right":
                return await self._chat.accept()
            case "look":
                return await self._chat.look()
            case _:
                return await self._chat.report()

    def window_lost(self) -> None:
        """Do nothing: the user teaches the chat in its own window."""
