"""Puts the instructions into the message box of each new chat, if the user has switched that on."""

from __future__ import annotations

import logging

from overlay.calls.events import ChatsChanged
from overlay.chat.session import ChatSession
from overlay.common.tasks import Tasks
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.wiring import Parts

log = logging.getLogger(__name__)


class AutoTell:
    """Tells the model of a new, empty chat, on sites where the user did it before; it never sends."""

    def __init__(self, parts: Parts, opened: OpenedChat) -> None:
        self._parts = parts
        self._opened = opened
        self._tasks = Tasks()
        self._tried: set[str] = set()
        parts.events.subscribe(ChatsChanged, lambda _: self._look())

    async def close(self) -> None:
        """Stop what is under way."""
        await self._tasks.close()

    def _look(self) -> None:
        if not self._opened.tells_automatically:
            return
        for chat in self._parts.chats:
            new = chat.document.top and not chat.named and chat.conversation not in self._tried
            if new and self._opened.site_had_instructions(chat) and not self._opened.knows(chat):
                self._tried.add(chat.conversation)
                self._tasks.spawn(self._tell(chat, chat.conversation))

    async def _tell(self, chat: ChatSession, conversation: str) -> None:
        await chat.wait_idle()
        empty = not any(reader.about.turn >= 0 for reader in chat.readers.values())
        if chat.conversation != conversation or chat.named or not empty or self._opened.knows(chat):
            return
        text = self._opened.instructions_for(chat)
        log.info("instructions for a new chat: %s", await self._opened.tell(chat, text))
        self._parts.events.publish(ChatsChanged())
