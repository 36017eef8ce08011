"""Calls that wait until the user may see them: their pages are asked about all of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from overlay.calls.call import Call
from overlay.common.tasks import Tasks
from overlay.policy import CallContext

PAUSE = 3.0
"""Seconds between two questions."""


class AwayCalls:
    """Looks again at the waiting calls that the user may have come to see.

    `expected` returns those calls; `look` looks at one, and runs it if it can be seen. `sleep` takes seconds.
    """

    def __init__(
        self,
        expected: Callable[[Sequence[Call]], Awaitable[list[Call]]],
        look: Callable[[Call, CallContext], Awaitable[None]],
        tasks: Tasks,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._expected = expected
        self._look = look
        self._tasks = tasks
        self._sleep = sleep
        self._waiting: dict[str, tuple[Call, CallContext]] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, call: Call, where: CallContext) -> None:
        """Look at the call, again and again, until it no longer waits."""
        self._waiting[call.id] = call, where
        if self._task is None or self._task.done():
            self._task = self._tasks.spawn(self._run())

    async def _run(self) -> None:
        while self._waiting:
            await self._sleep(PAUSE)
            self._waiting = {key: one for key, one in self._waiting.items() if is_waiting(one[0])}
            calls = [call for call, _ in self._waiting.values()]
            seen = await self._expected(calls) if calls else []
            await asyncio.gather(*(self._look(*self._waiting[call.id]) for call in seen))


def is_waiting(call: Call) -> bool:
    """Return whether the call still waits for a press, or until the user can see it."""
    return call.status == "ready" and not call.awaiting_approval and bool(call.live and call.blocks)
