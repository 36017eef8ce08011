"""The answer of `Companion.click`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClickResult:
    """Whether a click on a block's button counted; true if it did."""

    found: bool
    """A page shows the block with this button."""
    refusal: str = ""
    """Why the click did not count, as the block says it, in the user's language; "" if it did."""

    def __bool__(self) -> bool:
        """Return whether the click counted. What the call did then, the events say."""
        return self.found and not self.refusal
