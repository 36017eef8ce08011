"""Applies changes in the files of MCP servers while a chat goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from overlay.tools.errors import LoadProblem
from overlay.tools.mcp.config import ServerConfig

PAUSE = 1.0
"""Seconds between two checks of the files."""
log = logging.getLogger(__name__)
Read = Callable[[], tuple[list[ServerConfig], list[LoadProblem]]]
Apply = Callable[[Iterable[ServerConfig]], Awaitable[list[str]]]
Listener = Callable[[list[str], list[LoadProblem]], object]


@asynccontextmanager
async def watched_servers(
    apply: Apply | None,
    files: Iterable[Path],
    read: Read,
    listener: Listener,
    *,
    pause: Callable[[], Awaitable[object]] = lambda: asyncio.sleep(PAUSE),
) -> AsyncGenerator[None]:
    """Check the files after each `pause()` while the context is open; without `apply`, never.

    After a change, `apply` (see `ServerManager.apply`) gets the configurations that `read` returns, and
    `listener(lines, problems)` is called. While a part of the files can't be used, all servers stay as they
    are.
    """
    if apply is None:
        yield
        return
    task = asyncio.create_task(_watch(apply, list(files), read, listener, pause))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _watch(
    apply: Apply,
    files: list[Path],
    read: Read,
    listener: Listener,
    pause: Callable[[], Awaitable[object]],
) -> None:
    seen = await asyncio.to_thread(_state, files)
    while True:
        await pause()
        now = await asyncio.to_thread(_state, files)
        if now == seen:
            continue
        seen = now
        try:
            configs, problems = await asyncio.to_thread(read)
            lines = [] if problems else await apply(configs)
        except Exception:
            log.exception("overlay could not apply the changed servers")
            continue
        if lines or problems:
            listener(lines, problems)


def _state(files: Iterable[Path]) -> list[tuple[int, int, int] | None]:
    return [_mark(path) for path in files]


def _mark(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
