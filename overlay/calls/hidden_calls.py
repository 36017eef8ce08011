"""Calls that the user could not see when they were to run: looks at them again until the page shows them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Protocol

from overlay.calls.answer_order import AnswerOrder
from overlay.calls.away_calls import AwayCalls, is_waiting
from overlay.calls.block_context import Visibility
from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import CallSighted, LookBegan, LookEnded
from overlay.calls.pages import Pages
from overlay.calls.store import CallStore
from overlay.calls.updates import CallUpdates
from overlay.common.tasks import Tasks
from overlay.policy import CallContext

LOOKS = (0.0, 0.1, 0.2, 0.7)
"""Seconds to wait before each look at a call that is hidden: its message may fade in, or be drawn again."""
LATER_LOOKS = (2.0, 3.0, 5.0)
"""The same for a call whose note already says that it is hidden: a slow machine redraws answers later."""
AWAY = ("away", "popup")
"""Why a call waits that the user may come to see later: in a background tab, for example."""


Look = Callable[[], Awaitable[Visibility | None]]


class ReplayedLooks(Protocol):
    """How the pages showed calls when they were recorded."""

    def first(self, call: Call, visibility: Visibility) -> Visibility:
        """Return how the page showed a call that was just written; without a record of it, `visibility`."""
        ...

    async def again(self, call: Call, look: Look) -> Visibility | None:
        """Return the result of the next look at a call that is due; without a record, of `look`."""
        ...


class HiddenCalls:
    """Looks at calls for one run. `shown` is called when the page shows a call that was hidden.

    `tasks` runs the looks; `sleep` takes seconds. `replayed` gives the results of a recording's looks.
    """

    def __init__(
        self,
        store: CallStore,
        events: EventStream,
        pages: Pages,
        updates: CallUpdates,
        shown: Callable[[Call, CallContext], None],
        tasks: Tasks,
        sleep: Callable[[float], Awaitable[None]],
        replayed: ReplayedLooks | None = None,
    ) -> None:
        self._pages = pages
        self._events = events
        self._replayed = replayed
        self._updates = updates
        self._shown = shown
        self._tasks = tasks
        self._sleep = sleep
        self._due: set[str] = set()
        self._order = AnswerOrder(store, events, lambda call: call.id in self._due, sleep)
        self._away = AwayCalls(pages.expected, self._look_once, tasks, sleep)

    def when_written(self, call: Call, visibility: Visibility) -> Visibility:
        """Return how the page shows a call that was just written: `visibility`, or as it was recorded."""
        if self._replayed:
            visibility = self._replayed.first(call, visibility)
        self._events.publish(CallSighted(call, visibility))
        return visibility

    def watch_new(self, call: Call, where: CallContext) -> None:
        """Look at a call that was hidden when it appeared, for some seconds."""
        call.awaits_sight = True
        self._tasks.spawn(self._look_for_a_while(call, where, (*LOOKS, *LATER_LOOKS)))

    def watch_due(self, call: Call, where: CallContext, visibility: Visibility | None) -> None:
        """Look at a call that was not in sight when its countdown ended, for some seconds.

        If that was because of `AWAY`, it is looked at for as long as it waits.
        """
        self._due.add(call.id)
        self._tasks.spawn(self._look_later(call, where, away=visibility in AWAY))

    async def visibility_in_order(self, call: Call, is_due: Callable[[Call], bool]) -> Visibility | None:
        """Return how the page shows a call whose countdown ended, once earlier ones of its answer started.

        Ends early when `is_due` says that something else was decided about the call meanwhile.
        """
        visibility = await self._visibility_when_due(call, is_due)
        while is_due(call) and visibility == "plain" and await self._order.wait_for_earlier(call):
            visibility = await self._visibility_when_due(call, is_due)
        return visibility

    async def _visibility_when_due(self, call: Call, is_due: Callable[[Call], bool]) -> Visibility | None:
        """The page may be redrawing the call at that moment, so it is looked at as LOOKS says."""
        visibility = None
        for seconds in LOOKS:
            if seconds:
                await self._sleep(seconds)
            visibility = await self.visibility_of(call)
            if not is_due(call) or visibility not in (None, "hidden"):
                break
        return visibility

    async def visibility_of(self, call: Call) -> Visibility | None:
        """Return how the page shows the call; after a redraw, perhaps only a double's block shows it."""
        doubles = [one for one in call.possible_duplicates if not one.started]

        def look() -> Awaitable[Visibility | None]:
            return self._pages.visibility_of(call, *doubles, seen=True)

        self._events.publish(LookBegan(call))
        visibility = await (self._replayed.again(call, look) if self._replayed else look())
        self._events.publish(LookEnded(call, visibility))
        return visibility

    async def _look_once(self, call: Call, where: CallContext) -> None:
        await self._look_again(call, where, (0.0,))

    async def _look_later(self, call: Call, where: CallContext, *, away: bool) -> None:
        await self._look_for_a_while(call, where, LATER_LOOKS)
        if away:
            self._away.add(call, where)

    async def _look_for_a_while(self, call: Call, where: CallContext, looks: Iterable[float]) -> None:
        """Results of the same message wait meanwhile: the model expects them together."""
        try:
            await self._look_again(call, where, looks)
        finally:
            call.awaits_sight = False
            self._due.discard(call.id)
        if call.status == "ready":
            self._updates.move(call, "ready", call.note)

    async def _look_again(self, call: Call, where: CallContext, looks: Iterable[float]) -> None:
        """Decide again as soon as the page shows a call that was hidden; give up after `looks`."""
        for seconds in looks:
            if seconds:
                await self._sleep(seconds)
            visibility = await self.visibility_of(call)
            if not is_waiting(call):
                return
            if visibility == "plain":
                self._shown(call, replace(where, visibility=visibility))
                return
