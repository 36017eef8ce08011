"""Watches the folders of tool files and reloads edited files during a chat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable

from overlay.tools.errors import LoadProblem
from overlay.tools.loader import ReloadResult, scan_folder
from overlay.tools.registry import ToolRegistry
from overlay.tools.runner import in_thread

PAUSE = 1.0
"""Seconds between two scans."""
ReloadListener = Callable[[list[ReloadResult], list[LoadProblem]], object]

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def watched(
    registry: ToolRegistry,
    listener: ReloadListener,
    *,
    pause: Callable[[], Awaitable[object]] = lambda: asyncio.sleep(PAUSE),
) -> AsyncGenerator[None]:
    """Scan the folders of `registry` after each `pause()` while the context is open.

    `listener(changes, problems)` is called when something was loaded or failed to load; a file that fails
    keeps its old tools. Scanning and loading happen in a thread; the registry changes on the event loop.
    """
    task = asyncio.create_task(_watch(registry, listener, pause))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _watch(
    registry: ToolRegistry, listener: ReloadListener, pause: Callable[[], Awaitable[object]]
) -> None:
    while True:
        await pause()
        try:
            await refresh(registry, listener)
        except Exception:
            log.exception("overlay could not look for changed tools")


async def refresh(registry: ToolRegistry, listener: ReloadListener) -> None:
    """Scan and reload once."""
    folders = registry.folders()
    changes = await in_thread(lambda: [scan_folder(folder, known) for folder, known in folders.items()])
    changes = [change for change in changes if change]
    if changes:
        listener(changes, [problem for change in changes for problem in registry.apply(change)])
