"""What ends a sign-in."""

from __future__ import annotations


class SignInError(Exception):
    """The message is for the person and says what to do; it holds nothing of a token, code or state.

    `lasting` is false where trying again by itself may help.
    """

    def __init__(self, message: str, *, lasting: bool = True) -> None:
        super().__init__(message)
        self.lasting = lasting
