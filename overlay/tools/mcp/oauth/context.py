"""What one server's sign-in has to do with: the person, what is kept, and the server's state meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.mcp.prompts import Prompt


@dataclass(frozen=True, slots=True)
class SignInContext:
    """`key` is the server's, `url` its address; `prompt` is None where nobody can be asked.

    `limit` is how many seconds the person has. `waiting(address)` holds while they sign in there.
    `may_ask()` is false once the server is in use: then a sign-in that is needed is told to `lost`, and is
    asked for when the server is connected again.
    """

    key: str
    url: str
    prompt: Prompt | None
    kept: TokenStore
    limit: float
    waiting: Callable[[str], AbstractContextManager[object]]
    may_ask: Callable[[], bool]
    lost: Callable[[SignInError], object]

    def refusal(self) -> SignInError | None:
        """Why nobody is asked now; None if the person can be."""
        if not self.may_ask():
            return SignInError("the server wants you to sign in again", lasting=False)
        if self.prompt is None:
            return SignInError(
                "the server wants you to sign in, and nobody is there to: run "
                f"`overlay servers login {self.key}`"
            )
        return None
