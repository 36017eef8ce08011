"""How servers reach the person, where one is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from overlay.tools.mcp.elicitation import Elicitor


@dataclass(frozen=True, slots=True)
class SignInRequest:
    """`server` is the key of the configuration, `address` the page to sign in on (https, or this machine).

    The address is good once, and for as long as the server's status says that it waits.
    """

    server: str
    address: str


class Prompt(Protocol):
    """Shows a request where the page of a chat can't, and returns; that the person has signed in is learnt
    elsewhere. What it raises ends the sign-in.
    """

    async def __call__(self, request: SignInRequest) -> None: ...


@dataclass(frozen=True, slots=True)
class Person:
    """`elicit` shows what a server asks in a call; without it a server is declined. `sign_in` says where to
    sign in; without it a server that wants that fails.
    """

    elicit: Elicitor | None = None
    sign_in: Prompt | None = None
