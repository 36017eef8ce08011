"""The panel's part about a chat that overlay does not know: what that means, and the way on."""

from __future__ import annotations

from typing import Any, Protocol

from overlay.common.language import translate
from overlay.ui.panel.messages import HelpWithChat, PanelMessage
from overlay.ui.panel.state import UnknownShown
from overlay.ui.telling import UnknownChat


class ChatHelp(Protocol):
    """What helps with the chat; see overlay.companion.chat_help."""

    def unknown(self) -> UnknownChat: ...

    def learn(self) -> str: ...

    async def report(self) -> str: ...


class UnknownChatSection:
    """Shows in the panel that the chat is unknown, and carries out its two buttons."""

    def __init__(self, chat: ChatHelp) -> None:
        self._chat = chat

    def state(self) -> dict[str, Any]:
        """Return the field of PanelState."""
        chat = self._chat.unknown()
        return {"unknown": UnknownShown(shown=chat.shown, said=translate(chat.said), busy=chat.busy)}

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Teach the chat or report it; return a line about it, None for another message."""
        if not isinstance(message, HelpWithChat):
            return None
        return self._chat.learn() if message.action == "learn" else await self._chat.report()

    def window_lost(self) -> None:
        """Do nothing: teaching goes on in the chat's window."""
