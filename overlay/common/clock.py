"""Time as overlay sees it: the machine's, or a recording's, which passes only when it is told to."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import Any, Protocol


class Timer(Protocol):
    """Something that is to happen later."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock(Protocol):
    """All times are seconds that never go back."""

    def now(self) -> float:
        """Return the time."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""

    def call_later(self, seconds: float, then: Callable[..., None], *given: Any) -> Timer:
        """Call `then(*given)` after so many seconds, unless the timer is cancelled."""
        ...


class RealClock:
    """The machine's own."""

    def now(self) -> float:
        """Return the time of the monotonic clock."""
        return monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, then: Callable[..., None], *given: Any) -> Timer:
        """Call `then(*given)` after so many seconds, unless the timer is cancelled."""
        return asyncio.get_running_loop().call_later(seconds, then, *given)


class _VirtualTimer:
    """One timer of a virtual clock."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then: Callable[[], None] | None = then

    def cancel(self) -> None:
        """Let it not happen."""
        self.then = None


class VirtualClock:
    """Stands still until `advance_to` or `fire_next` moves it. Timers that fall due together ring in the
    order in which they were set.
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
        """When the next timer falls due; None if there is none."""
        while self._timers and self._timers[0][2].then is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def advance_to(self, now: float) -> None:
        """Let it be `now`, or later if it is later already; nothing rings."""
        self._now = max(self._now, now)

    def fire_next(self) -> None:
        """Let it be when the next timer falls due, and do what that is set for; nothing happens if there is
        none.
        """
        due = self.due
        if due is None:
            return
        ring = heapq.heappop(self._timers)[2]
        self.advance_to(due)
        then, ring.then = ring.then, None
        if then:
            then()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, woken.set_result, None)
        try:
            await woken
        finally:
            timer.cancel()

    def call_later(self, seconds: float, then: Callable[..., None], *given: Any) -> Timer:
        """Call `then(*given)` after so many seconds, unless the timer is cancelled."""
        ring = _VirtualTimer(lambda: then(*given))
        heapq.heappush(self._timers, (self._now + max(0.0, seconds), next(self._order), ring))
        return ring


REAL_CLOCK: Clock = RealClock()
