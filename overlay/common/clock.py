"""Time as overlay sees it: the machine's clock, or a virtual one that moves only when it is advanced."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any, Protocol


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Gives the time and sets timers. All times are seconds, and never decrease."""

    def now(self) -> float:
        """Return the time."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that number of seconds."""

    def call_later(self, seconds: float, callback: Callable[..., None], *args: Any) -> Timer:
        """Call `callback(*args)` after that number of seconds, unless the timer is cancelled."""
        ...


class RealClock:
    """The machine's monotonic clock."""

    now = staticmethod(monotonic)

    async def sleep(self, seconds: float) -> None:
        """Return after that number of seconds."""
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, callback: Callable[..., None], *args: Any) -> Timer:
        """Call `callback(*args)` after that number of seconds, unless the timer is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, callback, *args)


class _VirtualTimer:
    """One timer of a virtual clock."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.then: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Cancel the call."""
        self.then = None


class VirtualClock:
    """A clock that moves only by `advance_to` and `fire_next`.

    Timers that are due at the same time fire in the order in which they were set.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._order = count()
        self._timers: list[tuple[float, int, _VirtualTimer]] = []

    def now(self) -> float:
        """Return the time."""
        return self._now

    @property
    def due(self) -> float | None:
        """When the next timer is due; None if there is no timer."""
        while self._timers and self._timers[0][2].then is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def advance_to(self, now: float) -> None:
        """Set the time to `now`, but never to an earlier time; no timer fires."""
        self._now = max(self._now, now)

    def fire_next(self) -> None:
        """Advance to the next due timer and fire it; does nothing if there is no timer."""
        due = self.due
        if due is None:
            return
        timer = heapq.heappop(self._timers)[2]
        self.advance_to(due)
        callback, timer.then = timer.then, None
        if callback:
            callback()

    async def sleep(self, seconds: float) -> None:
        """Return after that number of seconds."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, woken.set_result, None)
        try:
            await woken
        finally:
            timer.cancel()

    def call_later(self, seconds: float, callback: Callable[..., None], *args: Any) -> Timer:
        """Call `callback(*args)` after that number of seconds, unless the timer is cancelled."""
        ring = _VirtualTimer(lambda: callback(*args))
        heapq.heappush(self._timers, (self._now + max(0.0, seconds), next(self._order), ring))
        return ring


REAL_CLOCK: Clock = RealClock()
