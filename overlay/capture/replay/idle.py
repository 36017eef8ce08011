"""Waits until the event loop has nothing left to do.

Between two messages of the browser, overlay runs a chain of callbacks in the event loop's queue. When the
queue is empty, overlay waits for time, a thread or the browser. asyncio has no public way to see the queue
(`_ready`) or a callback's task. A test fails if a new version of Python names them differently; until then, a
loop without them gets MOST_TURNS turns, which is slower. Playwright's own tasks also poll with `sleep(0)`, so
tasks that only take turns are not counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

MOST_TURNS = 100
SAME = 3
"""Number of turns with the same queue after which its tasks count as polling."""


async def idle() -> None:
    """Return when the event loop has no waiting callbacks, except for tasks that only poll."""
    ready: Iterable[object] | None = getattr(asyncio.get_running_loop(), "_ready", None)
    before: list[object] = []
    same = 0
    for _ in range(MOST_TURNS):
        await asyncio.sleep(0)
        if ready is None:
            continue
        # A copy: another thread may add a callback during the iteration.
        waiting: list[object] = [_task(handle) for handle in list(ready)]
        same = same + 1 if waiting == before and None not in waiting else 0
        if not waiting or same >= SAME:
            return
        before = waiting


def _task(handle: object) -> object:
    """Return the task that the callback runs; None if it is not a task step."""
    step: object = getattr(handle, "_callback", None)
    task: object = getattr(step, "__self__", None)
    if "Step" in type(step).__name__ and asyncio.isfuture(task):
        return task  # pyright: ignore[reportUnknownVariableType] - a future of any type
    return None
