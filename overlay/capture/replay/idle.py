"""When has Python nothing left to do?

What overlay does between two of the browser's messages is a chain of callbacks, each of which waits in the
event loop's queue; once the queue is empty, the chain has come to something that only time, a thread or the
browser can end. The queue is not public: a loop without it gets so many turns. Playwright waits for the same
thing in the same way, so tasks that do nothing but take turns don't count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

MOST_TURNS = 100
SAME = 3
"""Turns after which tasks that only take turns are known."""


async def idle() -> None:
    """Return once no callback waits in the event loop, but those of who waits for this too."""
    ready: Iterable[object] | None = getattr(asyncio.get_running_loop(), "_ready", None)
    before: list[object] = []
    same = 0
    for _ in range(MOST_TURNS):
        await asyncio.sleep(0)
        if ready is None:
            continue
        # A copy: another thread may hand something to the loop meanwhile.
        waiting: list[object] = [_task(handle) for handle in list(ready)]
        same = same + 1 if waiting == before and None not in waiting else 0
        if not waiting or same >= SAME:
            return
        before = waiting


def _task(handle: object) -> object:
    """The task that takes a turn; None for any other callback."""
    step: object = getattr(handle, "_callback", None)
    task: object = getattr(step, "__self__", None)
    if "Step" in type(step).__name__ and asyncio.isfuture(task):
        return task  # pyright: ignore[reportUnknownVariableType] - a future of whatever
    return None
