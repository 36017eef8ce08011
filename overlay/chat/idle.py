"""How long a chat waits before it takes silence for the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from overlay.common.clock import REAL_CLOCK, Clock, Timer


@dataclass(frozen=True, slots=True)
class IdleTimeouts:
    """Seconds. `told` without a word ends a text where the site says when it streams, `untold` where it
    doesn't (answers do pause in the middle), `calm` without growth anywhere ends an answer there. Where the
    site does say, its text may come after its sign (React draws what is in a transition later): an answer is
    over after `lag` without growth. `doubt` is for how long a new address may be another chat's, which takes
    the messages of this one away.
    """

    told: float = 1.5
    untold: float = 60.0
    calm: float = 0.8
    lag: float = 0.3
    doubt: float = 2.0


DEFAULT_TIMEOUTS = IdleTimeouts()


class IdleTimer:
    """Watches the units of one document; `over(unit)` is called, once a watch, when one went quiet."""

    def __init__(
        self, timeouts: IdleTimeouts, over: Callable[[int], None], clock: Clock = REAL_CLOCK
    ) -> None:
        self._timeouts = timeouts
        self._over = over
        self._clock = clock
        self._timers: dict[int, Timer] = {}
        self._grown = clock.now()

    def grew(self) -> None:
        """Some text of the document became longer just now, or may have."""
        self._grown = self._clock.now()

    def watch(self, unit: int, *, told: bool) -> None:
        """Begin to wait for the unit, from now on anew if it is waited for already."""
        self.forget(unit)
        patience = self._timeouts.told if told else self._timeouts.untold
        self._timers[unit] = self._clock.call_later(patience, self._ring, unit)

    def forget(self, unit: int) -> None:
        """Wait no more for it."""
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()

    def close(self) -> None:
        """Wait for nothing any more."""
        for unit in list(self._timers):
            self.forget(unit)

    async def wait_idle(self, *, told: bool) -> None:
        """Return once nothing has grown for a moment. Where the site says when it streams that is a shorter
        one, and something that never stops growing is not waited for.
        """
        patience = self._timeouts.lag if told else self._timeouts.calm
        end = self._clock.now() + self._timeouts.told if told else inf
        while (left := min(self._grown + patience, end) - self._clock.now()) > 0:
            await self._clock.sleep(left)

    def _ring(self, unit: int) -> None:
        self._timers.pop(unit, None)
        self._over(unit)
