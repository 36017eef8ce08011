"""What the panel says about a chat: what its model knows, and whether overlay knows the site."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Telling:
    """What a chat's model knows: `tools` are on in the chat, the instructions have about `tokens` tokens.

    `told`: the model knows the tools. `before`: the user has told a model of this site. `again` is the reason
    why the model should be told again, "" without one.
    """

    tools: int
    tokens: int
    told: bool = False
    before: bool = False
    again: str = ""


@dataclass(frozen=True, slots=True)
class UnknownChat:
    """A chat that overlay does not know, so that nothing runs automatically there (`shown` false: it does).

    `said` is the last line about teaching it, `busy` whether that goes on.
    """

    shown: bool = False
    said: str = ""
    busy: bool = False
