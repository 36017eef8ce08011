"""A limit on tools that run at the same time; further calls wait in order of arrival."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from overlay.common.language import mark
from overlay.tools import ToolContext, ToolError

WAITS = mark("waits until another call is done")
STOPPED = "The user stopped it before its turn came"


class ExecutionSlots:
    """Slots for runs. `at_once` returns how many there are; it is called whenever a run begins or ends."""

    def __init__(self, at_once: Callable[[], int]) -> None:
        self._at_once = at_once
        self._running = 0
        self._waiting: deque[asyncio.Event] = deque()

    @asynccontextmanager
    async def one(self, context: ToolContext) -> AsyncGenerator[None]:
        """Hold one slot, after waiting for it. Raises ToolError tool_cancelled if stopped while waiting."""
        if self._waiting or self._running >= self._at_once():
            await self._wait(context)
        else:
            self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            self._let_in()

    async def _wait(self, context: ToolContext) -> None:
        """Wait for a slot; on return it is taken."""
        turn = asyncio.Event()
        self._waiting.append(turn)
        stop = context.begin()
        context.progress(None, WAITS)
        both = [asyncio.ensure_future(event.wait()) for event in (turn, stop)]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                raise ToolError("tool_cancelled", STOPPED)
            context.progress(None, "")
        except BaseException:
            self._give_back(turn)
            raise
        finally:
            context.end(stop)
            for each in both:
                each.cancel()

    def _give_back(self, turn: asyncio.Event) -> None:
        if turn.is_set():
            self._running -= 1
            self._let_in()
        else:
            self._waiting.remove(turn)

    def _let_in(self) -> None:
        while self._waiting and self._running < self._at_once():
            self._running += 1
            self._waiting.popleft().set()
