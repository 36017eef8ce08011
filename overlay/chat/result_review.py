"""Lets the user look at the results of an answer before they are sent, edit them, and leave some out."""

from __future__ import annotations

from collections.abc import Mapping

from overlay.calls.call import Block, Call
from overlay.calls.result_text import Review, edit_result, framed_text
from overlay.chat.open_chats import OpenChats
from overlay.chat.result_inserter import INSERTED, NOWHERE, ResultInserter
from overlay.chat.session import ChatSession
from overlay.tools.prompt.conversation_prompts import ConversationPrompts

CHANGED = "The text for the model has changed. Look at it again."
NOTHING = "No result was selected."
SENT = "Sent."


class ResultReview:
    """The reviews of one run."""

    def __init__(self, chats: OpenChats, inserter: ResultInserter, prompts: ConversationPrompts) -> None:
        self._chats = chats
        self._inserter = inserter
        self._prompts = prompts

    def look(self, call: Call) -> Review | None:
        """Return what would be sent with the result of `call`; None if no chat shows it."""
        home = self._chats.home_of(call)
        return self._review(home[0], self._blocks(*home, call)) if home and call.outcome else None

    async def insert(self, call: Call, seen: Review, texts: Mapping[str, str | None], *, submit: bool) -> str:
        """Insert the results of the calls with the ids in `texts`, and with `submit` send them.

        A text that is not None replaces the result, with a notice for the model. `seen` is what the user
        looked at: nothing is inserted if that has changed. Return one line about the outcome.
        """
        home = self._chats.home_of(call)
        if home is None:
            return NOWHERE
        chat = home[0]
        blocks = self._blocks(*home, call)
        wanted = await chat.contents.in_page_order([block for block in blocks if block.call.id in texts])
        if not wanted:
            return NOTHING

        def agreed() -> bool:
            if self._review(chat, blocks) != seen or any(block.call.inserted for block in wanted):
                return False
            for block in wanted:
                text = texts[block.call.id]
                if text is not None and text != seen.parts[block.call].body:
                    edit_result(block, text)
            return True

        if not await self._inserter.insert_reviewed(chat, wanted, agreed, submit=submit):
            return CHANGED
        first = wanted[0].call
        return first.note or (SENT if submit else INSERTED)

    def _review(self, chat: ChatSession, blocks: list[Block]) -> Review:
        limit = self._inserter.config.max_chars
        return Review(
            {block.call: framed_text(block, limit) for block in blocks if block.call.outcome},
            self._prompts.pending_changes(chat.conversation) or "",
        )

    def _blocks(self, chat: ChatSession, block: Block, call: Call) -> list[Block]:
        """Return the blocks whose results can be sent together with that of `call`, including its own."""
        if block.call is not call:  # its result goes alone
            return [block.showing(call)]
        others = chat.contents.unsent(chat.contents.turn_of(block))
        fresh = [other for other in others if not other.call.inserted]
        return fresh if any(other.call is call for other in fresh) else [block]
