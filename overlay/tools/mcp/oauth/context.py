"""The outside parts of a server's sign-in: the user, the token store and the server's state."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.mcp.prompts import SignInPrompt


@dataclass(frozen=True, slots=True)
class SignInContext:
    """Parameters of one server's sign-in.

    `key` is the server's key, `url` its address; `prompt` is None if no user can be asked. `limit` is the
    user's time in seconds. `waiting(address)` is a context manager around the wait for the user to sign in
    there. `may_ask()` returns False once the server is in use: then `lost` is called with the error, and the
    user is asked when the server is connected again.
    """

    key: str
    url: str
    prompt: SignInPrompt | None
    token_store: TokenStore
    limit: float
    waiting: Callable[[str], AbstractContextManager[object]]
    may_ask: Callable[[], bool]
    lost: Callable[[SignInError], object]

    def refusal(self) -> SignInError | None:
        """Return why the user can't be asked now; None if the user can be asked."""
        if not self.may_ask():
            return SignInError("the server wants you to sign in again", lasting=False)
        if self.prompt is None:
            return SignInError(
                f"the server wants a sign-in, and no user is present: run `overlay servers login {self.key}`"
            )
        return None
