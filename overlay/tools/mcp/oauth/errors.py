"""The error that ends a sign-in."""

from __future__ import annotations


class SignInError(Exception):
    """A sign-in failed. The message tells the user what to do and contains no token, code or state.

    `lasting` is False if an automatic retry may help.
    """

    def __init__(self, message: str, *, lasting: bool = True) -> None:
        super().__init__(message)
        self.lasting = lasting
