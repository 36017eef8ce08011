"""Background tasks for event handlers: their exceptions are logged, and their time can be limited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from playwright.async_api import Error as PlaywrightError

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that nothing waits for. Their exceptions are logged; after `stop` no task starts."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start `work`; after `stop` it is dropped."""
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def stop(self) -> None:
        """Cancel all tasks, and start none from now on."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    async def settled(self) -> None:
        """Wait until no task runs."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("overlay: %s", error, exc_info=error)


def guarded(handler: Callable[..., None]) -> Callable[..., None]:
    """Wrap an event handler to log its exceptions: a later, unrelated Playwright call would raise them."""

    def safe(*arguments: object) -> None:
        try:
            handler(*arguments)
        except Exception:
            log.exception("overlay: an event of the browser could not be handled")

    return safe


async def within(seconds: float, works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait at most `seconds` for all `works`, then cancel the rest: a crashed page never answers."""
    tasks = [asyncio.create_task(work) for work in works]
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()


async def quietly(work: Coroutine[Any, Any, None]) -> None:
    """Await `work`; ignore the error of a page that is already gone."""
    try:
        await work
    except (PlaywrightError, TimeoutError) as error:
        log.debug("already gone: %s", error)
