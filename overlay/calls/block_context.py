"""What the chat knows about a block when its call is decided on."""

from __future__ import annotations

from dataclasses import dataclass

from observers.protocol import Context, Role


@dataclass(frozen=True, slots=True)
class BlockContext:
    """A chat hands this over by value.

    `conversation` is the name of the one on show, `conversation_key` its address within the site ("" for
    none), `has_stable_id` whether it has one; `origin` and `address` (path and query) are those of the page,
    `document` is its id. `turn` names the message, `answers` says what it replies to. `live`: the block was
    seen to be written; `appeared`: it came up after the page had opened; `visibility`: how the page shows
    it. `incomplete_note` says why a call that was cut off is incomplete, "" where nothing is known.
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
    visibility: Context
    incomplete_note: str = ""
