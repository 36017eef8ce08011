"""The chat that was opened first, for the panel and the instructions."""

from __future__ import annotations

from collections.abc import Callable

from overlay.chat.session import ChatSession
from overlay.common.language import mark, translate
from overlay.common.terminal_text import inline
from overlay.companion.config import InstructionsConfig
from overlay.companion.format_watch import FormatWatch
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.wiring import Parts
from overlay.detection.results import clean, shorten
from overlay.policy import CallOrigin, origin_of
from overlay.tools.prompt.text import neutralize_tool_calls
from overlay.ui.chat_state import ModelKnowledge

NO_CHAT = mark("There is no chat to put them into.")
NO_CHAT_FOR_IT = mark("There is no chat to put it into.")


class OpenedChat:
    """The chat in the page that `page` returns; without one there, the oldest that is open.

    `sites` stores the sites where the instructions were used; `own` are the user's settings.
    """

    def __init__(
        self, parts: Parts, page: Callable[[], object], sites: InstructedSites, own: InstructionsConfig
    ) -> None:
        self._parts = parts
        self._page = page
        self._sites = sites
        self._own = own
        self._watch = FormatWatch(parts)

    @property
    def tells_automatically(self) -> bool:
        """Whether the instructions go into a new chat's message box without a press."""
        return self._own.auto

    def instructions(self) -> str:
        """Return the instructions for the model, with the tools that are on in this chat."""
        return self.instructions_for(self.chat())

    def instructions_for(self, chat: ChatSession | None) -> str:
        """Return the instructions for a chat, with the user's own for its site; None: for any chat."""
        return self._parts.prompts.whole(chat.conversation if chat else "", self._own_for(chat))

    def knowledge(self) -> ModelKnowledge | None:
        """Return what the model of this chat knows of the tools; None without a chat."""
        chat = self.chat()
        if chat is None:
            return None
        prompts = self._parts.prompts
        return ModelKnowledge(
            tools=len(prompts.tools(chat.conversation)),
            tokens=prompts.prompt(chat.conversation, self._own_for(chat)).tokens,
            known=self.knows(chat),
            site_known=self.site_had_instructions(chat),
            outdated=translate(self._watch.reason(chat.conversation)),
        )

    def knows(self, chat: ChatSession) -> bool:
        """Return whether the model got the instructions in this run, or has printed calls in the chat."""
        has_calls = any(block.kind == "call" for block in chat.blocks.values())
        return has_calls or self._parts.prompts.was_told(chat.conversation)

    def site_had_instructions(self, chat: ChatSession) -> bool:
        """Return whether the user has sent the instructions in a chat of this site before."""
        return origin_of(chat.document.url) in self._sites

    async def insert(self, text: str) -> str:
        """Insert a text into the chat's message box; return a line about it."""
        chat = self.chat()
        return await self.tell(chat, text) if chat else NO_CHAT

    async def attach(self, text: str) -> str:
        """Insert a server's text into the chat's message box, for the user to send; return a line about it.

        The text is cut and neutralised like a result, and the policy treats it like a result that was read.
        """
        chat = self.chat()
        if chat is None:
            return NO_CHAT_FOR_IT
        parts = self._parts
        tools = [{"name": tool.name, "parameters": tool.parameters} for tool in parts.registry.snapshot()]
        safe = neutralize_tool_calls(shorten(clean(text), parts.inserter.config.max_chars), tools)
        return await parts.inserter.insert_attachment(
            chat, safe, lambda: parts.policy.record_attachment(chat.place)
        )

    async def tell(self, chat: ChatSession, text: str) -> str:
        """Insert the instructions into the message box of `chat`; return a line about it."""
        line = await self._parts.inserter.insert_prompt(chat, text)
        if self._parts.prompts.was_told(chat.conversation):
            self._watch.mark_told(chat.conversation)
            self._sites.add(origin_of(chat.document.url))
        return line

    def place(self) -> CallOrigin:
        """Return the origin that a call in this chat has; an empty origin if no chat is open."""
        chat = self.chat()
        return chat.place if chat else CallOrigin()

    def titles(self) -> list[tuple[str, str]]:
        """Return the open conversations as (id, title of the page)."""
        return [
            (chat.conversation, inline(chat.document.title or chat.document.url)) for chat in self._chats()
        ]

    def _own_for(self, chat: ChatSession | None) -> str:
        return self._own.text_for(chat.profile.name, chat.document.url) if chat else self._own.text

    def chat(self) -> ChatSession | None:
        """Return the chat, None if none is open."""
        return min(self._chats(), key=lambda chat: chat.document.page is not self._page(), default=None)

    def _chats(self) -> list[ChatSession]:
        return [chat for chat in self._parts.chats if chat.document.top]
