"""The chat that was opened first, for the panel and the instructions."""

from __future__ import annotations

from collections.abc import Callable

from overlay.chat.session import ChatSession
from overlay.common.terminal_text import inline
from overlay.companion.wiring import Parts

NO_CHAT = "There is no chat to put them into."


class OpenedChat:
    """The chat in the page that `page` returns; without one there, the oldest that is open."""

    def __init__(self, parts: Parts, page: Callable[[], object]) -> None:
        self._parts = parts
        self._page = page

    def instructions(self) -> str:
        """Return the instructions for the model, with the tools that are on in this chat."""
        chat = self._chat()
        return self._parts.prompts.whole(chat.conversation if chat else "")

    async def insert(self, text: str) -> str:
        """Insert a text into the chat's message box; return a line about it."""
        chat = self._chat()
        return await self._parts.inserter.insert_prompt(chat, text) if chat else NO_CHAT

    def titles(self) -> list[tuple[str, str]]:
        """Return the open conversations as (id, title of the page)."""
        return [
            (chat.conversation, inline(chat.document.title or chat.document.url)) for chat in self._chats()
        ]

    def _chat(self) -> ChatSession | None:
        return min(self._chats(), key=lambda chat: chat.document.page is not self._page(), default=None)

    def _chats(self) -> list[ChatSession]:
        return [chat for chat in self._parts.chats if chat.document.top]
