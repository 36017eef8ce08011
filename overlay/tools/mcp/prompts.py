"""Callbacks by which servers ask the user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from overlay.tools.mcp.elicitation import Elicitor


@dataclass(frozen=True, slots=True)
class SignInRequest:
    """A request to sign in.

    `server` is the key of the configuration, `address` the page to sign in on (https, or this machine). The
    address works once, and only while the server's status says that it waits for the sign-in.
    """

    server: str
    address: str


class SignInPrompt(Protocol):
    """Shows a sign-in request outside the chat's page and returns at once; it does not wait for the sign-in.

    An exception that it raises ends the sign-in.
    """

    async def __call__(self, request: SignInRequest) -> None: ...


@dataclass(frozen=True, slots=True)
class UserPrompts:
    """The callbacks to the user.

    `elicit` shows a server's question during a call; without it questions are declined. `sign_in` shows where
    to sign in; without it a server that requires a sign-in fails.
    """

    elicit: Elicitor | None = None
    sign_in: SignInPrompt | None = None
