"""Result of writing instructions, and the estimate of their length."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Style = Literal["xml", "jsonl"]
DEFAULT_BUDGET = 8_000
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text for the model about its tools."""

    text: str
    """The text."""
    tokens: int
    """How many tokens it has, counted as a quarter of its characters."""
    budget: int
    """How many it may have."""
    shortened: list[str] = field(default_factory=list[str])
    """Tools whose description was cut, in their order."""
    omitted: list[str] = field(default_factory=list[str])
    """Tools that are not described at all."""


def tokens_of(text: str) -> int:
    """Return a text's tokens, estimated as a quarter of its characters, rounded up.

    This is close for English prose and JSON; other scripts take up to one token a character.
    """
    return -(-len(text) // CHARACTERS_A_TOKEN)


def chars_for_tokens(budget: int) -> int:
    """Return the number of characters that fit into `budget` tokens."""
    return budget * CHARACTERS_A_TOKEN
