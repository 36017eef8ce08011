"""Puts the instructions into the message box of each new chat, or lets the user do it by one press."""

from __future__ import annotations

import logging

from overlay.calls.events import ChatsChanged
from overlay.chat.session import ChatSession
from overlay.common.tasks import Tasks
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.wiring import Parts

log = logging.getLogger(__name__)


class AutoTell:
    """Finds new, empty chats on sites where the user has sent the instructions before.

    Inserts the instructions without a press if the user has switched that on; else offers to. Never sends.
    """

    def __init__(self, parts: Parts, opened: OpenedChat) -> None:
        self._parts = parts
        self._opened = opened
        self._tasks = Tasks()
        self._tried: set[str] = set()
        self._offered: set[str] = set()
        parts.events.subscribe(ChatsChanged, lambda _: self._look())

    async def close(self) -> None:
        """Stop what is under way."""
        await self._tasks.close()

    def offers(self, chat: ChatSession) -> bool:
        """Return whether the user can insert the instructions into this chat by one press."""
        return chat.conversation in self._offered and self._is_untold(chat)

    def dismiss(self, chat: ChatSession) -> None:
        """Do not offer it in this chat any more."""
        self._offered.discard(chat.conversation)

    def _look(self) -> None:
        for chat in self._parts.chats:
            new = chat.document.top and not chat.named and chat.conversation not in self._tried
            if new and self._opened.site_had_instructions(chat) and not self._opened.knows(chat):
                self._tried.add(chat.conversation)
                self._tasks.spawn(self._begin(chat, chat.conversation))

    async def _begin(self, chat: ChatSession, conversation: str) -> None:
        await chat.wait_idle()
        if chat.conversation != conversation or not self._is_untold(chat):
            return
        if self._opened.tells_automatically:
            text = self._opened.instructions_for(chat)
            log.info("instructions for a new chat: %s", await self._opened.tell(chat, text))
        else:
            self._offered.add(conversation)
        self._parts.events.publish(ChatsChanged())

    def _is_untold(self, chat: ChatSession) -> bool:
        """Return whether the chat is new and empty, and its model has no instructions."""
        empty = not any(reader.about.turn >= 0 for reader in chat.readers.values())
        return empty and not chat.named and not self._opened.knows(chat)
