"""Runs one tool with a timeout and cancellation; every failure becomes a ToolError."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError, clip
from overlay.tools.own_thread import ToolExit, ToolsLeft, in_own_thread

Outcome = tuple[Any, BaseException | None]

# References to abandoned work, which keep it from being garbage-collected before it ends.
_abandoned: set[asyncio.Future[Any]] = set()


async def run(
    name: str,
    work: Callable[[], Coroutine[Any, Any, Any]],
    context: ToolContext,
    timeout: float | None,  # noqa: ASYNC109 - asyncio.timeout would wait for work that ignores its cancellation
) -> Any:
    """Return the result of `work()`.

    Raises ToolError tool_timeout after `timeout` seconds, and tool_cancelled after `context.cancel()`. Work
    that does not end when it is cancelled (a thread can't be stopped) continues in the background, and its
    result is dropped. Any exception of the work becomes tool_execution_failed; a ToolError is raised
    unchanged.
    """
    stop = context.begin()
    task = asyncio.ensure_future(_guarded(work))
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await _either(task, stopped, context, timeout)
        if task.done():
            return _outcome(name, task)
        if stop.is_set():
            raise ToolError("tool_cancelled", f"{name!r} was stopped by the user before it was done")
        raise ToolError(
            "tool_timeout",
            f"{name!r} gave no result within {timeout:g} seconds. It may still be at work; what it gives "
            "late is dropped.",
            {"seconds": timeout},
        )
    finally:
        context.end(stop)
        stopped.cancel()
        if not task.done():
            context.time_out()  # a thread can't be stopped, but it can check this
            _abandon(task)


async def _either(
    task: asyncio.Future[Any],
    stopped: asyncio.Future[Any],
    context: ToolContext,
    timeout: float | None,  # noqa: ASYNC109 - as above
) -> None:
    """Wait until one of them is done, for at most `timeout` seconds, not counting time in which the user was
    asked.
    """
    began, before = time.monotonic(), context.asked
    remaining = timeout
    while not task.done() and not stopped.done() and (remaining is None or remaining > 0):
        await asyncio.wait({task, stopped}, timeout=remaining, return_when=asyncio.FIRST_COMPLETED)
        if timeout is not None:
            remaining = timeout - (time.monotonic() - began - (context.asked - before))


async def in_thread(function: Callable[[], Any]) -> Any:
    """Return the result of `function()` from a new daemon thread, which does not keep
    overlay from exiting.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Outcome] = loop.create_future()
    inherited = contextvars.copy_context()

    def deliver(value: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_result((value, error))

    def body() -> None:
        value, error = None, None
        try:
            value = inherited.run(function)
        except BaseException as caught:  # a tool's sys.exit() ends the tool, not overlay
            error = caught
        try:
            loop.call_soon_threadsafe(deliver, value, error)
        except RuntimeError:  # the caller's loop is closed
            return

    threading.Thread(target=body, name="overlay-tool", daemon=True).start()
    value, error = await future
    if error is not None:
        raise error
    return value


async def call(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
    """Call a tool's function, sync or async, in its own thread, so that it can't block overlay's loop.

    For the exceptions see `own_thread`.
    """
    return await in_own_thread(lambda: function(*args, **kwargs))


async def call_on_loop(function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any]) -> Any:
    """Call an async function on the current loop, any other like `call`."""
    if inspect.iscoroutinefunction(function):
        return await function(*args, **kwargs)
    return await call(function, args, kwargs)


async def _guarded(work: Callable[[], Coroutine[Any, Any, Any]]) -> Outcome:
    """Return the result or the exception as data: a SystemExit raised in a task would end the whole loop."""
    try:
        return await work(), None
    except ToolExit as left:
        return None, left.error
    except (Exception, SystemExit) as error:
        return None, error


def _outcome(name: str, task: asyncio.Task[Outcome]) -> Any:
    if task.cancelled():
        raise ToolError("tool_execution_failed", f"{name!r} cancelled itself", {"type": "CancelledError"})
    value, error = task.result()
    if error is None:
        return value
    if isinstance(error, ToolError):
        raise error
    if isinstance(error, ToolsLeft):
        raise ToolError("tool_execution_failed", f"{name!r} was not started: {error}") from error
    if isinstance(error, asyncio.CancelledError):
        raise ToolError("tool_execution_failed", f"{name!r} cancelled itself", {"type": "CancelledError"})
    message = clip(_words(error), 2000)
    kind = type(error).__name__
    raise ToolError(
        "tool_execution_failed", f"{name!r} failed: {kind}{f': {message}' if message else ''}", {"type": kind}
    ) from error


def _words(error: BaseException) -> str:
    """Return an exception's message; the `__str__` of a tool's own class may itself raise."""
    try:
        return str(error)
    except Exception as raised:
        return f"it can't say why: {type(raised).__name__}"


def _abandon(task: asyncio.Task[Any]) -> None:
    task.cancel()
    _abandoned.add(task)
    task.add_done_callback(_abandoned.discard)
