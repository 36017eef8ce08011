"""The strip near each chat's message box: waiting questions, the offers to tell a model and to look at
what overlay found, and unread code.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary, WeakSet

from observers.commands import ShowStrip, Strip
from observers.protocol import StripPressed
from overlay.calls.events import AnswerEnded, ChatsChanged, ServerChanged
from overlay.chat.document_events import MessageReceived
from overlay.chat.session import ChatSession
from overlay.common.language import translate
from overlay.common.tasks import Tasks
from overlay.companion.auto_tell import AutoTell
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.watched_chats import WatchedChats
from overlay.companion.wiring import Parts
from overlay.sites.unread_code import unread_line
from overlay.ui.panel import Panel, QuestionsChanged

NOTHING = Strip(questions=0, tools=0, line="", unread="", found="")


class ComposerStrip:
    """Draws the strip of each chat.

    It approves nothing: its buttons show the panel and insert instructions.
    """

    def __init__(
        self, panel: Panel, parts: Parts, opened: OpenedChat, auto_tell: AutoTell, watched: WatchedChats
    ) -> None:
        self._panel = panel
        self._parts = parts
        self._opened = opened
        self._auto_tell = auto_tell
        self._watched = watched
        self._tasks = Tasks()
        self._waiting = 0
        self._telling: WeakSet[ChatSession] = WeakSet()
        self._lines: WeakKeyDictionary[ChatSession, str] = WeakKeyDictionary()
        self._dismissed: WeakKeyDictionary[ChatSession, str] = WeakKeyDictionary()
        self._left: WeakKeyDictionary[ChatSession, str] = WeakKeyDictionary()
        self._shown: WeakKeyDictionary[ChatSession, Strip] = WeakKeyDictionary()
        parts.events.subscribe(QuestionsChanged, self._questions_changed)
        parts.events.subscribe(MessageReceived, self._received)
        for kind in (AnswerEnded, ChatsChanged, ServerChanged):
            parts.events.subscribe(kind, lambda _: self._draw())

    async def close(self) -> None:
        """Stop what is under way."""
        await self._tasks.close()

    def _questions_changed(self, event: QuestionsChanged) -> None:
        self._waiting = event.waiting
        self._draw()

    def _draw(self) -> None:
        for chat in self._parts.chats:
            if not chat.document.top:
                continue
            offered = self._auto_tell.offers(chat)
            tools = len(self._parts.prompts.tools(chat.conversation)) if offered else 0
            line = translate(self._lines.get(chat, "")) if offered else ""
            said = unread_line(chat.code)
            unread = "" if said == self._dismissed.get(chat) else said
            found = translate(self._watched.headline(chat)) if self._watched.offer(chat) else ""
            found = "" if found == self._left.get(chat) else found
            strip = Strip(questions=self._waiting, tools=tools, line=line, unread=unread, found=found)
            if strip != self._shown.get(chat, NOTHING):
                self._shown[chat] = strip
                chat.document.post(ShowStrip(strip=strip))

    def _received(self, event: MessageReceived) -> None:
        chat = self._parts.chats.get(event.document.unique_id)
        if isinstance(event.message, StripPressed) and chat and not chat.is_acting:
            self._pressed(chat, event.message)

    def _pressed(self, chat: ChatSession, press: StripPressed) -> None:
        """Carry out a press, if the strip has that button now."""
        if press.action == "question" and self._waiting:
            self._panel.show_question()
        elif press.action == "tell" and self._auto_tell.offers(chat) and chat not in self._telling:
            self._telling.add(chat)
            self._tasks.spawn(self._tell(chat))
        elif press.action == "look" and self._watched.offer(chat):
            self._tasks.spawn(self._look(chat))
        elif press.action == "dismiss":
            if self._watched.offer(chat):
                self._left[chat] = translate(self._watched.headline(chat))
            if not self._auto_tell.offers(chat):
                self._dismissed[chat] = unread_line(chat.code)
            self._auto_tell.dismiss(chat)
            self._draw()

    async def _look(self, chat: ChatSession) -> None:
        await self._watched.look(chat)
        self._panel.show_question()

    async def _tell(self, chat: ChatSession) -> None:
        try:
            self._lines[chat] = await self._opened.tell(chat, self._opened.instructions_for(chat))
        finally:
            self._telling.discard(chat)
        self._parts.events.publish(ChatsChanged())
