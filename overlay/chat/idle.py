"""How long a chat waits without new text before it takes an answer as ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from overlay.common.clock import REAL_CLOCK, Clock, Timer


@dataclass(frozen=True, slots=True)
class IdleTimeouts:
    """Timeouts in seconds.

    A text without growth ends after `told` if the site says when it streams, else after `untold` (answers may
    pause). An answer ends after `calm` seconds without growth anywhere. If the site says when it streams, the
    text may still arrive after the end of the sign (React draws transitions later), so the answer ends after
    `lag` seconds without growth. `doubt`: for this time, a new address may be that of another chat, which
    replaces the messages of this one.
    """

    told: float = 1.5
    untold: float = 60.0
    calm: float = 0.8
    lag: float = 0.3
    doubt: float = 2.0


DEFAULT_TIMEOUTS = IdleTimeouts()


class IdleTimer:
    """Watches the units of one document; `over(unit)` is called, once a watch, when one went quiet.

    `grown_at` is the time at which a text last became longer.
    """

    def __init__(
        self, timeouts: IdleTimeouts, over: Callable[[int], None], clock: Clock = REAL_CLOCK
    ) -> None:
        self._timeouts = timeouts
        self._over = over
        self._clock = clock
        self._timers: dict[int, Timer] = {}
        self.grown_at = self._since = clock.now()

    def grew(self) -> None:
        """Some text of the document became longer just now."""
        self.grown_at = self._since = self._clock.now()

    def restart(self) -> None:
        """Some text of the document may still become longer: wait as if it just had."""
        self._since = self._clock.now()

    def watch(self, unit: int, *, told: bool) -> None:
        """Begin to wait for the unit; start again if it is already waited for."""
        self.forget(unit)
        patience = self._timeouts.told if told else self._timeouts.untold
        self._timers[unit] = self._clock.call_later(patience, self._ring, unit)

    def forget(self, unit: int) -> None:
        """Stop waiting for the unit."""
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()

    def close(self) -> None:
        """Stop waiting for all units."""
        for unit in list(self._timers):
            self.forget(unit)

    async def wait_idle(self, *, told: bool) -> None:
        """Return once nothing has grown for a moment.

        If the site says when it streams (`told`), that moment is shorter, and the wait ends even if something
        never stops growing.
        """
        patience = self._timeouts.lag if told else self._timeouts.calm
        end = self._clock.now() + self._timeouts.told if told else inf
        while (left := min(self._since + patience, end) - self._clock.now()) > 0:
            await self._clock.sleep(left)

    def _ring(self, unit: int) -> None:
        self._timers.pop(unit, None)
        self._over(unit)
