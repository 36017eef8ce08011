"""Checks many recordings on the workers of a Dask cluster, with the same function as on one machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from overlay.capture.check.discovery import Found
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pool import check_all
from overlay.common.dask_cluster import dask_client

PER_TASK = 4
"""Recordings in one task of the cluster: they share a browser, which takes a second to start."""


async def check_on_cluster(
    found: Sequence[Found], options: Options, scheduler: str, *, limit: float
) -> AsyncGenerator[Verdict]:
    """Yield the verdicts in the order of completion.

    The workers must see the recordings under the same paths. If a worker dies, or overlay or a browser is
    missing there, its recordings have the outcome `error`. Raises UsageError as `dask_client` does.
    """
    client: Any = await asyncio.to_thread(dask_client, scheduler)
    loop, done = asyncio.get_running_loop(), asyncio.Queue[Any]()
    tasks: dict[Any, Sequence[Found]] = {}

    def ended(future: Any) -> None:
        loop.call_soon_threadsafe(done.put_nowait, future)

    try:
        for start in range(0, len(found), PER_TASK):
            part = found[start : start + PER_TASK]
            future = client.submit(check_here, part, options, limit, pure=False)
            tasks[future] = part
            future.add_done_callback(ended)
        for _ in range(len(tasks)):
            future = await done.get()
            for verdict in await asyncio.to_thread(_verdicts, future, tasks[future]):
                yield verdict
    finally:
        await asyncio.to_thread(client.close)


def check_here(found: Sequence[Found], options: Options, limit: float) -> list[Verdict]:
    """Check recordings in one process of this machine, and return their verdicts."""

    async def check() -> list[Verdict]:
        return [verdict async for verdict in check_all(found, options, jobs=1, limit=limit)]

    return asyncio.run(check())


def _verdicts(future: Any, part: Sequence[Found]) -> list[Verdict]:
    try:
        return future.result()
    except Exception as error:  # the worker died, or has no overlay or no browser
        problem = f"on the cluster: {type(error).__name__}: {error}"
        return [
            Verdict(name=one.name, folder=str(one.folder), outcome="error", problem=problem) for one in part
        ]
