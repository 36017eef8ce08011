"""Background tasks that belong to one object and end with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)


def log_error(error: BaseException) -> None:
    """Log an error that no code has handled."""
    log.error("overlay: %s", error, exc_info=error)


class Tasks:
    """Starts tasks, keeps references to them, and calls `on_error` with what they raise."""

    def __init__(self, on_error: Callable[[BaseException], None] = log_error) -> None:
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any] | None:
        """Start `work` and return its task; after `close`, drop it and return None."""
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def close(self) -> None:
        """Cancel all tasks, and return when they have ended."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._on_error(error)
