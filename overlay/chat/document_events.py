"""Events of documents on the run's EventStream."""

from __future__ import annotations

from dataclasses import dataclass

from observers.document import Document
from observers.protocol import Hello, Message


@dataclass(frozen=True, slots=True)
class DocumentOpened:
    """A document began, and its page script sent its first message."""

    document: Document
    hello: Hello


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A document's page script sent a message."""

    document: Document
    message: Message


@dataclass(frozen=True, slots=True)
class MessageLost:
    """A message of a document was not taken; see `Listener.lost`."""

    document: Document
    recorded: bool
    flood: bool


@dataclass(frozen=True, slots=True)
class DocumentClosed:
    """A document is gone."""

    document: Document
