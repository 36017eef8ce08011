"""Redirects the output of tools to stderr: stdout is for the command's own output, which programs read.

Tools run in other threads, and programs that they start inherit descriptor 1. So overlay moves stdout to
another descriptor for its own thread, and points descriptor 1 to stderr.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Generator
from contextvars import ContextVar
from typing import Any, TextIO, cast

_aside: ContextVar[bool] = ContextVar("aside", default=False)


@contextlib.contextmanager
def aside() -> Generator[None]:
    """Send prints of this thread to stderr too, while it runs a tool's code, such as an import."""
    token = _aside.set(True)
    try:
        yield
    finally:
        _aside.reset(token)


@contextlib.contextmanager
def own_stdout() -> Generator[None]:
    """Reserve stdout for the calling thread; other threads and programs write to stderr meanwhile."""
    before = cast("TextIO | None", sys.stdout)
    if before is None:  # the caller of the command closed it
        yield
        return
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(_moved(before)) if _is_descriptor_1(before) else before
        sys.stdout = cast("TextIO", _Shared(own, threading.get_ident()))
        try:
            yield
        finally:
            sys.stdout = before


class _Shared:
    """Uses `own` in its thread, and stderr in all others."""

    def __init__(self, own: Any, thread: int) -> None:
        self._own = own
        self._thread = thread

    def __getattr__(self, name: str) -> Any:
        own_thread = threading.get_ident() == self._thread and not _aside.get()
        return getattr(self._own if own_thread else sys.stderr, name)


def _is_descriptor_1(stream: Any) -> bool:
    try:
        return stream.fileno() == 1
    except (AttributeError, OSError, ValueError):  # a stream of a test or of a program that embeds overlay
        return False


@contextlib.contextmanager
def _moved(stdout: TextIO) -> Generator[TextIO]:
    stdout.flush()
    copied = os.dup(1)
    _point_away()
    buffering = 1 if stdout.isatty() else -1
    try:
        with open(copied, "w", buffering, encoding=stdout.encoding, errors=stdout.errors) as own:  # noqa: PTH123
            try:
                yield own
            finally:
                own.flush()
                stdout.flush()
                os.dup2(copied, 1)
    except BaseException:
        with contextlib.suppress(OSError):
            os.dup2(copied, 1)
        raise


def _point_away() -> None:
    """Point descriptor 1 to stderr, or to the null device if there is no stderr."""
    try:
        os.dup2(2, 1)
    except OSError:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.close(nothing)
