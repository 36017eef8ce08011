"""The state of a chat for the panel: does its model know the tools, and does overlay know the site?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelKnowledge:
    """Whether a chat's model knows the tools (`known`).

    `tools` is how many are on in the chat; the instructions have about `tokens` tokens. `site_known`: the
    user has sent instructions on this site before. `outdated` is why the model needs them again, "" if it
    does not.
    """

    tools: int
    tokens: int
    known: bool = False
    site_known: bool = False
    outdated: str = ""


@dataclass(frozen=True, slots=True)
class UnknownChat:
    """Whether overlay does not know the chat (`shown`); then nothing runs automatically there.

    `said` is the last line about learning the chat; `busy`: the user is teaching it now. `found` is the line
    about what overlay found by watching the chat, `offered`: the user can say that it is right; `differences`
    are its changes of a known profile.
    """

    shown: bool = False
    said: str = ""
    busy: bool = False
    found: str = ""
    offered: bool = False
    differences: tuple[str, ...] = ()
