"""Records what pages answered about calls: how they show one, and whether they show it a second time."""

from __future__ import annotations

from collections.abc import Callable

from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import CallSighted, LookBegan, LookEnded, RelationsAsked, RelationsFound
from overlay.capture.model import InputLine, Looked, Related


class PageAnswers:
    """Passes a line for each answer to `put`; a replay's page might answer otherwise.

    `now` returns the time in milliseconds and the last step, `number_of` the number of a call's block (0:
    none is known).
    """

    def __init__(
        self,
        put: Callable[[InputLine], None],
        now: Callable[[], tuple[float, int]],
        number_of: Callable[[Call], int],
    ) -> None:
        self._put = put
        self._now = now
        self._number_of = number_of
        self._looking: list[int] = []
        """The blocks whose calls overlay looks at."""
        self._asking: list[Call] = []
        """The calls about which overlay asks the page whether it shows them a second time."""

    def begin(self, events: EventStream) -> None:
        """Subscribe to the events to record."""
        events.subscribe(CallSighted, self.sighted)
        events.subscribe(LookBegan, lambda event: self._looking.append(self._number_of(event.call)))
        events.subscribe(LookEnded, self.looked)
        events.subscribe(RelationsAsked, lambda event: self._asking.append(event.call))
        events.subscribe(RelationsFound, self.related)

    def sighted(self, event: CallSighted) -> None:
        """Record how the page showed a call that was just written."""
        at, n = self._now()
        if number := self._number_of(event.call):
            self._put(Looked(at=at, n=n, block=number, found=event.visibility, first=True))

    def looked(self, event: LookEnded) -> None:
        """Record how the page showed a call that is due."""
        at, n = self._now()
        number = self._number_of(event.call)
        if number in self._looking:
            self._looking.remove(number)
        self._put(Looked(at=at, n=n, block=number, found=event.visibility))

    def related(self, event: RelationsFound) -> None:
        """Record whether the page shows a call a second time."""
        at, n = self._now()
        if event.call in self._asking:
            self._asking.remove(event.call)
        self._put(Related(at=at, n=n, name=event.call.parsed.name, found=list(event.relations)))

    def end(self, at: float) -> None:
        """Record at the end of the recording, `at`, which questions have no answer yet."""
        n = self._now()[1]
        for number in self._looking:
            self._put(Looked(at=at, n=n, block=number, ended=False))
        for call in self._asking:
            self._put(Related(at=at, n=n, name=call.parsed.name, ended=False))
