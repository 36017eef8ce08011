"""A rate limit for messages from a page, so that a flooding page does not overload Python."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """Token bucket: `rate` per second on average, at most `burst` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = burst
        self._last = clock()

    def take(self, amount: float = 1) -> bool:
        """Take `amount` from the bucket if it holds that much; return whether it did."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._last) * self._rate)
        self._last = now
        if amount > self._level:
            return False
        self._level -= amount
        return True
