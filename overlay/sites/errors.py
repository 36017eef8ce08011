"""What can go wrong between a result and a chat's box."""

from __future__ import annotations


class ComposerError(RuntimeError):
    """The text could not be put in or sent; the message says why and what to do."""
