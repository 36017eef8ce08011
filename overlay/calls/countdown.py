"""Countdowns before calls that run automatically; the user can stop them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Countdowns:
    """Countdowns by call id, at most one per call. `sleep` takes seconds."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._sleep = sleep
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str, seconds: float, callback: Callable[[], None]) -> None:
        """Call `callback` after `seconds`, unless stopped. Replaces an earlier countdown of that key."""
        if key in self._tasks:
            self.stop(key)

        async def count() -> None:
            await self._sleep(seconds)
            self._tasks.pop(key, None)
            callback()

        self._tasks[key] = asyncio.create_task(count())

    def stop(self, key: str) -> bool:
        """Stop the countdown; return whether there was one."""
        task = self._tasks.pop(key, None)
        if task:
            task.cancel()
        return task is not None

    def is_counting(self, key: str) -> bool:
        """Return whether a countdown of that key is running."""
        return key in self._tasks

    async def close(self) -> None:
        """Stop all countdowns, and wait until they have stopped."""
        tasks = list(self._tasks.values())
        for key in list(self._tasks):
            self.stop(key)
        await asyncio.gather(*tasks, return_exceptions=True)
