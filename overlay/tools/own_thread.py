"""Runs a Python tool in its own thread, with its own event loop if the tool is async.

So overlay's loop keeps running if the tool blocks in an `async def`, raises SystemExit, or changes the
working folder.
"""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)
MOST = 50
"""Maximum number of abandoned threads. With so many, no further tool is started."""


class ToolExit(Exception):
    """A tool raised an exception that would end the program or its task; `error` is that exception."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


class ToolsLeft(Exception):
    """Too many abandoned threads are still running."""


class _Threads:
    """The running calls, and the threads of abandoned calls."""

    def __init__(self) -> None:
        self._left: set[threading.Thread] = set()
        self._waited = 0
        self._folder: str | None = None

    def enter(self) -> None:
        """Count a call that starts. The first one stores the working folder."""
        if not self._waited:
            self._folder = _folder()
        self._waited += 1

    def end(self) -> None:
        """Count a call that ended. If a tool changed the working folder, change back, for all other tools."""
        self._waited -= 1
        if self._folder is None or _folder() == self._folder:
            return
        log.warning("a tool changed the working folder; overlay goes back to %s", self._folder)
        try:
            os.chdir(self._folder)
        except OSError as error:
            log.warning("it can't: %s", error)

    def leave(self, thread: threading.Thread | None) -> None:
        """Add the thread of an abandoned call."""
        if thread is not None and thread.is_alive():
            self._left.add(thread)

    def check(self) -> None:
        """Raise ToolsLeft if too many abandoned threads are running."""
        self._left = {thread for thread in self._left if thread.is_alive()}
        if len(self._left) >= MOST:
            raise ToolsLeft(
                f"{MOST} earlier calls are still running though their time has ended; restart overlay"
            )


_threads = _Threads()


class _Work:
    """One call of a tool's function. `run` is called in its thread, the other methods in overlay's."""

    def __init__(self, function: Callable[[], Any], loop: asyncio.AbstractEventLoop) -> None:
        self._function = function
        self._caller = loop
        self._future: asyncio.Future[tuple[Any, BaseException | None]] = loop.create_future()
        self._lock = threading.Lock()
        self._stopped = False
        self._inner: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None

    async def result(self) -> Any:
        """Wait for the function's result. If this is cancelled, the tool's task is cancelled too."""
        value, error = await self._future
        if error is None:
            return value
        if isinstance(error, Exception) and not isinstance(error, StopIteration | StopAsyncIteration):
            raise error
        raise ToolExit(error) from error

    def stop(self) -> None:
        """Cancel the tool's task, if it has one."""
        with self._lock:
            self._stopped = True
            if self._inner is not None:
                loop, task = self._inner
                loop.call_soon_threadsafe(task.cancel)

    def run(self) -> None:
        """Run the function and deliver its result to the caller."""
        value, error = None, None
        try:
            value = self._function()
            if inspect.isawaitable(value):
                value = asyncio.run(self._await(value))
        except BaseException as caught:  # sys.exit() ends the tool, not overlay
            error = caught
        try:
            self._caller.call_soon_threadsafe(self._deliver, value, error)
        except RuntimeError:  # the caller's loop is closed
            return

    async def _await(self, value: Any) -> Any:
        task = asyncio.current_task()
        assert task is not None
        with self._lock:
            self._inner = asyncio.get_running_loop(), task
            stopped = self._stopped
        try:
            if stopped:
                if inspect.iscoroutine(value):
                    value.close()
                raise asyncio.CancelledError
            return await value
        finally:
            with self._lock:
                self._inner = None

    def _deliver(self, value: Any, error: BaseException | None) -> None:
        if not self._future.done():
            self._future.set_result((value, error))


async def in_own_thread(function: Callable[[], Any]) -> Any:
    """Return the result of `function()`, awaited if it is awaitable, from a new daemon thread.

    If cancelled, it returns immediately; the thread is abandoned and runs until it ends. Raises ToolExit for
    what is not an Exception, ToolsLeft if too many threads are abandoned, and what the function raises.
    """
    _threads.check()
    work = _Work(function, asyncio.get_running_loop())
    inherited = contextvars.copy_context()
    thread = threading.Thread(target=inherited.run, args=(work.run,), name="overlay-tool", daemon=True)
    _threads.enter()
    thread.start()
    try:
        return await work.result()
    except asyncio.CancelledError:
        work.stop()
        _threads.leave(thread)
        raise
    finally:
        _threads.end()


def _folder() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109 - as text: it is only compared and restored
    except OSError:  # the folder was removed
        return None
