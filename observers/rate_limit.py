"""A flood from the page must not become a flood in Python."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """Token bucket: `rate` a second on average, `burst` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = burst
        self._last = clock()

    def take(self, amount: float = 1) -> bool:
        """Return whether `amount` may pass now."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._last) * self._rate)
        self._last = now
        if amount > self._level:
            return False
        self._level -= amount
        return True
