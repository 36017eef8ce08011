"""Events of calls in a block of ordinary code, before it is known whether the calls count."""

from __future__ import annotations

from .code_blocks import Fence
from .model import CallClosed, CallOpened, CallWithdrawn, Event


class EventsAhead:
    """Returns the events of such a block while it is read, except the ends of its calls.

    Calls in a block of ordinary code count only if the block holds nothing else, which is known at its end.
    Until then each call is shown as one that is still being written; if other text follows, it is withdrawn.
    """

    def __init__(self, block: Fence) -> None:
        self._block = block
        self._read = 0
        self._told: list[Event] = []

    def take(self, events: list[Event], *, ended: bool) -> list[Event]:
        """Return what is new; `events` are those that the detector would return without this class."""
        told, log = self._told, self._block.log.events
        if not self._block.waiting:
            self._told = []
            return [*_withdrawn(told), *events]
        if ended:
            self._told = []
            return _without(events, told)
        new: list[Event] = [event for event in log[self._read :] if not isinstance(event, CallClosed)]
        self._read = len(log)
        told += new
        return new


def _withdrawn(told: list[Event]) -> list[Event]:
    """Return the events that take back what was told."""
    gone = {event.call for event in told if isinstance(event, CallWithdrawn)}
    opened = [event.call for event in told if isinstance(event, CallOpened) and event.call not in gone]
    return [CallWithdrawn(number, "the code block holds other text") for number in opened]


def _without(events: list[Event], told: list[Event]) -> list[Event]:
    """Return `events` without those in `told`, which are in the same order."""
    left = iter(told)
    next_told = next(left, None)
    rest: list[Event] = []
    for event in events:
        if event == next_told:
            next_told = next(left, None)
        else:
            rest.append(event)
    return rest
