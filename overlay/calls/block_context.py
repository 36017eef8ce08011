"""The facts about a block that the chat passes when overlay decides on its call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from observers.protocol import PageVisibility, Role

Unseen = Literal["covered", "away", "popup", "undrawn", "moved"]
"""Why the user can't see a call that is to run now: all of `observers.protocol.Sight` except "seen"."""
Visibility = PageVisibility | Literal["enclosed", "example", "own", "reasoning", "result"] | Unseen
"""How the page shows a block, and for one in plain sight, what the words of its message before it say.

When a call is to run automatically, also why the user can't see it.
"""
PASSING = frozenset[Visibility | None]([None, "hidden", "covered", "away", "popup", "undrawn"])
"""Reasons that may end soon: the page may draw a call again, or show something over it for a moment."""


@dataclass(frozen=True, slots=True)
class BlockContext:
    """The surroundings of a block: conversation, page and message."""

    conversation: str
    """The name of the conversation that the page shows."""
    conversation_key: str
    """The conversation's address within the site, "" for none."""
    has_stable_id: bool
    """The conversation has an address."""
    origin: str
    """The origin of the page."""
    address: str
    """Path and query of the page."""
    document: str
    """The document's id."""
    top_frame: bool
    turn: str
    """The id of the block's message."""
    replies_to: str
    """Which message its message replies to, in the form of `answers` of observers.protocol.BlockOpened."""
    role: Role
    live: bool
    """The block was seen growing."""
    appeared: bool
    """The block came after the page had opened."""
    visibility: Visibility
    """How the page shows it."""
    sent: bool = False
    """Its message answers what the user just sent."""
    incomplete_note: str = ""
    """Why the call is incomplete, "" if unknown."""
