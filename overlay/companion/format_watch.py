"""Notices that a model no longer writes calls in a known form, so that the panel can offer help."""

from __future__ import annotations

import re
from collections.abc import Collection

from overlay.calls.events import AnswerEnded
from overlay.chat.session import ChatSession
from overlay.common.language import Phrase, mark
from overlay.companion.wiring import Parts

WITHOUT = 4
"""After answers with calls, so many answers in a row without one mean that the model has stopped."""
INVALID = mark("The model's last call can't be read. Tell it again how calls are written.")
UNREAD = mark(
    "The last answer names {} as a call would, in a form that overlay can't read. Tell the model again."
)
STOPPED = mark(
    "The last {} answers contain no call, though earlier ones did. If you expected one, tell the model again."
)
_WORD = r"[A-Za-z0-9_][A-Za-z0-9_.:/-]*"
_LIKE_A_CALL = re.compile(rf"""["'<\[{{]\s*({_WORD})|({_WORD})\s*[({{]""")


class FormatWatch:
    """Looks at each answer that was seen being written, when it has ended. It changes nothing in the chat."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._reasons: dict[str, str] = {}
        self._without: dict[str, set[str]] = {}
        self._called: set[str] = set()
        parts.events.subscribe(AnswerEnded, self._answer_ended)

    def reason(self, conversation: str) -> str:
        """Return why the model should get the instructions again, "" without a reason."""
        return self._reasons.get(conversation, "")

    def mark_told(self, conversation: str) -> None:
        """Record that the model got the instructions again."""
        self._reasons.pop(conversation, None)
        self._without.pop(conversation, None)

    def _answer_ended(self, event: AnswerEnded) -> None:
        chat = self._parts.chats.get(event.document)
        if chat is not None and not chat.streaming:
            self._look(chat)

    def _look(self, chat: ChatSession) -> None:
        readers = [one for one in chat.readers.values() if one.about.live and one.about.role == "assistant"]
        if not readers:
            return
        turn = max(readers, key=lambda reader: (reader.about.turn, reader.about.id)).turn
        answer = [reader for reader in readers if reader.turn == turn]
        calls = [block for reader in answer for block in reader.blocks if block.kind == "call"]
        conversation = chat.conversation
        if calls:
            self._called.add(conversation)
            self._without.pop(conversation, None)
            self._reasons[conversation] = INVALID if calls[-1].call.status == "invalid" else ""
            return
        names = {tool.name for tool in self._parts.prompts.tools(conversation)}
        named = next((name for reader in answer if (name := _named(str(reader.text), names))), "")
        streak = self._without.setdefault(conversation, set())
        streak.add(turn)
        known = conversation in self._called or self._parts.prompts.was_told(conversation)
        if named and known:
            self._reasons[conversation] = Phrase(UNREAD, named)
        elif conversation in self._called and len(streak) >= WITHOUT:
            self._reasons[conversation] = Phrase(STOPPED, len(streak))


def _named(text: str, names: Collection[str]) -> str:
    """Return the first name that the text uses as in a call: in quotes, as a tag, or before arguments."""
    found = (match[1] or match[2] for match in _LIKE_A_CALL.finditer(text))
    return next((name for name in found if name in names), "")
