"""Limits how often the panel's window is updated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

INTERVAL = 0.1
"""Seconds between two updates."""


class UpdateThrottle:
    """Calls `push` at once for the first change, then once per interval for all changes in it.

    `sleep` takes seconds.
    """

    def __init__(
        self,
        push: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._push = push
        self._sleep = sleep
        self._changed = self._closed = False
        self._task: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Schedule a push of the new state."""
        self._changed = True
        if self._closed:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop: `push` is not called again."""
        self._closed = True
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._changed:
            self._changed = False
            await self._push()
            await self._sleep(INTERVAL)
