"""What writing instructions gives, and how their length is counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Style = Literal["xml", "jsonl"]
DEFAULT_BUDGET = 8_000
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text for the model, `tokens` long, of the `budget` it was given.

    `shortened` are the names of the tools that are told with less than all there is to say of them, `omitted`
    those that are not described at all; both in the order of the tools.
    """

    text: str
    tokens: int
    budget: int
    shortened: list[str] = field(default_factory=list[str])
    omitted: list[str] = field(default_factory=list[str])


def tokens_of(text: str) -> int:
    """A text's tokens, counted as a quarter of its characters, rounded up.

    That is an estimate: English prose and JSON lie near it, other scripts take up to a token a character.
    """
    return -(-len(text) // CHARACTERS_A_TOKEN)


def chars_for_tokens(budget: int) -> int:
    """The characters that so many tokens are."""
    return budget * CHARACTERS_A_TOKEN
