"""What the chat passes about a block when overlay decides on its call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from observers.protocol import Context, Role

Visibility = Context | Literal["enclosed", "example", "reasoning", "result"]
"""How the page shows a block, and for one in plain sight, what the words of its message before it say."""


@dataclass(frozen=True, slots=True)
class BlockContext:
    """The surroundings of a block: conversation, page and message.

    `conversation` is the name of the conversation that the page shows, `conversation_key` its address within
    the site ("" for none), `has_stable_id` whether it has one. `origin` and `address` (path and query) are
    those of the page, `document` is its id. `turn` is the message's id, `answers` says which message it
    replies to. `live`: the block was seen growing. `sent`: its message answers what the user just
    sent. `appeared`: it came after the page had opened.
    `visibility`: how the page shows it. `incomplete_note`: why a call is incomplete, "" if unknown.
    """

    conversation: str
    conversation_key: str
    has_stable_id: bool
    origin: str
    address: str
    document: str
    top_frame: bool
    turn: str
    answers: str
    role: Role
    live: bool
    appeared: bool
    visibility: Visibility
    sent: bool = False
    incomplete_note: str = ""
