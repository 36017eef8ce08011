"""The demo's memory: conversations and their messages, kept as long as the site runs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from overlay.demo.script import Turn

TITLE_LENGTH = 48


@dataclass(slots=True)
class Message:
    """One message. `parts` is its text so far in pieces, `done` false while it is being streamed."""

    role: Literal["user", "assistant"]
    parts: list[str]
    done: bool = True
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def text(self) -> str:
        """The text so far; halves of a surrogate pair that came apart are joined again."""
        return "".join(self.parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

    def as_json(self) -> dict[str, Any]:
        """What the page gets: id, role, text."""
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
        """True while an answer is being streamed."""
        return bool(self.messages) and not self.messages[-1].done

    def turns(self) -> list[Turn]:
        """The conversation as the model sees it."""
        return [Turn(message.role, message.text) for message in self.messages]

    def add(self, role: Literal["user", "assistant"], text: str) -> Message:
        """Adds a finished message."""
        message = Message(role, [text])
        self.messages.append(message)
        return message

    def begin_answer(self) -> Message:
        """Adds an empty answer that is to be streamed."""
        message = Message("assistant", [], done=False)
        self.messages.append(message)
        return message

    def as_json(self) -> dict[str, Any]:
        """What the page gets: id, title, messages."""
        return {
            "id": self.id,
            "title": self.title,
            "messages": [message.as_json() for message in self.messages],
        }


class Store:
    """All conversations, oldest first."""

    def __init__(self) -> None:
        self._all: dict[str, Conversation] = {}

    def create(self, turns: Iterable[Turn] = ()) -> Conversation:
        """A new conversation that holds these turns."""
        conversation = Conversation([Message(turn.role, [turn.text]) for turn in turns])
        self._all[conversation.id] = conversation
        return conversation

    def get(self, conversation_id: str) -> Conversation | None:
        """The conversation, or None."""
        return self._all.get(conversation_id)

    def newest_first(self) -> list[Conversation]:
        """For the sidebar."""
        return list(reversed(self._all.values()))
