"""The demo's conversations and their messages, in memory while the site runs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from overlay.demo.script import Turn

TITLE_LENGTH = 48


@dataclass(slots=True)
class Message:
    """One message. `parts` are the pieces of its text so far; `done` is false while it is streamed."""

    role: Literal["user", "assistant"]
    parts: list[str]
    done: bool = True
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def text(self) -> str:
        """The text so far; the two halves of a surrogate pair in different parts are joined."""
        return "".join(self.parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

    def as_json(self) -> dict[str, Any]:
        """Return the message for the page: id, role, text."""
        return {"id": self.id, "role": self.role, "text": self.text}


@dataclass(slots=True)
class Conversation:
    """Messages in order; the title is the first user message, shortened."""

    messages: list[Message] = field(default_factory=list[Message])
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def title(self) -> str:
        """One line for the sidebar and the page's title."""
        words = " ".join(self.messages[0].text.split()) if self.messages else ""
        return words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1].rstrip() + "…"

    @property
    def busy(self) -> bool:
        """Whether an answer is being streamed."""
        return bool(self.messages) and not self.messages[-1].done

    def turns(self) -> list[Turn]:
        """Return the conversation as the model sees it."""
        return [Turn(message.role, message.text) for message in self.messages]

    def add(self, role: Literal["user", "assistant"], text: str) -> Message:
        """Add a finished message, and return it."""
        message = Message(role, [text])
        self.messages.append(message)
        return message

    def begin_answer(self) -> Message:
        """Add an empty answer, which will be streamed, and return it."""
        message = Message("assistant", [], done=False)
        self.messages.append(message)
        return message

    def as_json(self) -> dict[str, Any]:
        """Return the conversation for the page: id, title, messages."""
        return {
            "id": self.id,
            "title": self.title,
            "messages": [message.as_json() for message in self.messages],
        }


class ConversationStore:
    """All conversations, oldest first."""

    def __init__(self) -> None:
        self._all: dict[str, Conversation] = {}

    def create(self, turns: Iterable[Turn] = ()) -> Conversation:
        """Create a conversation with these turns."""
        conversation = Conversation([Message(turn.role, [turn.text]) for turn in turns])
        self._all[conversation.id] = conversation
        return conversation

    def get(self, conversation_id: str) -> Conversation | None:
        """Return the conversation, None if there is none with that id."""
        return self._all.get(conversation_id)

    def newest_first(self) -> list[Conversation]:
        """Return all conversations, newest first."""
        return list(reversed(self._all.values()))
