"""Decides by time that a text or an answer has ended: nothing has grown for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import inf

from overlay.common.clock import REAL_CLOCK, Clock, Timer


@dataclass(frozen=True, slots=True)
class IdleTimeouts:
    """Timeouts in seconds.

    A text that no longer grows ends after `signed` if the site shows a sign while it streams, else after
    `unsigned` (answers may pause), or after `hidden` if the rest of it may be out of view. A text whose calls
    are complete ends sooner: after `lag` with the sign, else after `signed`. An answer ends after `calm`
    seconds in which nothing grew, or after `lag` if the site shows such a sign: text may arrive after the
    sign is gone (React draws transitions later).
    `ready`: the shorter moment after which a result may be put into the message box, if nothing is sent yet.
    `doubt`: after an address change, the seconds in which the address may still prove to be another chat's.
    """

    signed: float = 1.5
    unsigned: float = 60.0
    hidden: float = 0.4
    calm: float = 0.8
    lag: float = 0.3
    ready: float = 0.1
    doubt: float = 2.0


DEFAULT_TIMEOUTS = IdleTimeouts()
LOOK = 0.05
"""Seconds between two looks at what may tell the end of an answer."""


class IdleTimer:
    """Watches the units of one document; calls `on_idle(unit)` once per watch when a unit stopped growing.

    `grown_at` is the time at which a text last became longer.
    """

    def __init__(
        self, timeouts: IdleTimeouts, on_idle: Callable[[int], None], clock: Clock = REAL_CLOCK
    ) -> None:
        self._timeouts = timeouts
        self._on_idle = on_idle
        self._clock = clock
        self._timers: dict[int, Timer] = {}
        self.grown_at = self._since = clock.now()

    def grew(self) -> None:
        """Note that a text of the document became longer just now."""
        self.grown_at = self._since = self._clock.now()

    @property
    def may_pause(self) -> bool:
        """Whether the last text grew so lately that an answer without a sign may only have paused."""
        return self._clock.now() - self.grown_at < self._timeouts.unsigned

    def restart(self) -> None:
        """Start the wait again, as if a text had just become longer: a text may still do so."""
        self._since = self._clock.now()

    def watch(self, unit: int, *, signed: bool, part: bool = False, whole: bool = False) -> None:
        """Start the unit's timer, or restart it.

        `signed`: the site shows a sign while it streams; `part`: the page draws only a part of the text, and
        shows no such sign now; `whole`: its calls are complete if it ends here.
        """
        self.forget(unit)
        timeouts = self._timeouts
        if whole:
            patience = timeouts.lag if signed else min(timeouts.signed, timeouts.unsigned)
        else:
            patience = timeouts.signed if signed else timeouts.unsigned
        if part:
            patience = min(patience, timeouts.hidden)
        self._timers[unit] = self._clock.call_later(patience, self._ring, unit)

    def forget(self, unit: int) -> None:
        """Stop the unit's timer."""
        timer = self._timers.pop(unit, None)
        if timer:
            timer.cancel()

    def close(self) -> None:
        """Stop all timers."""
        for unit in list(self._timers):
            self.forget(unit)

    async def wait_idle(
        self, *, signed: bool, early: bool = False, ended: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        """Wait until nothing has grown for a moment.

        If the site shows a sign while it streams (`signed`), that moment is shorter, and the wait also ends
        if a text never stops growing. `early`: with a sign, it is as short as it must be before an insertion.
        Without a sign, `ended` may tell that the answer has ended.
        """
        lag = min(self._timeouts.ready, self._timeouts.lag) if early else self._timeouts.lag
        patience = lag if signed else self._timeouts.calm
        end = self._clock.now() + self._timeouts.signed if signed else inf
        while (left := min(self._since + patience, end) - self._clock.now()) > 0:
            if signed or ended is None:
                await self._clock.sleep(left)
            elif (early_left := self._since + lag - self._clock.now()) > 0:
                await self._clock.sleep(min(left, early_left))
            elif await ended():
                return
            else:
                await self._clock.sleep(min(left, LOOK))

    def _ring(self, unit: int) -> None:
        self._timers.pop(unit, None)
        self._on_idle(unit)
