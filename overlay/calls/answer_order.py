"""Lets the automatic calls of an answer start in the order in which the model wrote them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import StatusChanged
from overlay.calls.store import CallStore

LOOK = 1.0
"""Seconds after which the earlier calls are looked at again: one may leave the page without a change."""


class AnswerOrder:
    """Holds up a call while an earlier one of its answer is about to start.

    `is_looked_for` returns whether the user could not see a call when it was to run, and overlay still looks
    for it. `sleep` takes seconds.
    """

    def __init__(
        self,
        store: CallStore,
        events: EventStream,
        is_looked_for: Callable[[Call], bool],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._store = store
        self._is_looked_for = is_looked_for
        self._sleep = sleep
        self._changed = asyncio.Event()
        events.subscribe(StatusChanged, lambda _: self._changed.set())

    async def wait_for_earlier(self, call: Call) -> bool:
        """Wait until no earlier call of the answer is about to start; return whether there was one."""
        waited = False
        while self._has_earlier(call):
            waited = True
            self._changed.clear()
            waits = [asyncio.ensure_future(self._changed.wait()), asyncio.ensure_future(self._sleep(LOOK))]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        return waited

    def _has_earlier(self, call: Call) -> bool:
        for one in self._store.of_answer(call):
            if one is call:
                return False
            if one.status == "scheduled" or self._is_looked_for(one):
                return True
        return False
