"""What tools print goes to stderr: stdout is what a command was asked for, and programs read it.

Tools run in threads of their own, and what they start inherits descriptor 1. So overlay keeps stdout for its
own thread on another descriptor, and everything else that writes there finds stderr.
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
    """Meanwhile code of tools runs in this very thread, such as the import of their files."""
    token = _aside.set(True)
    try:
        yield
    finally:
        _aside.reset(token)


@contextlib.contextmanager
def own_stdout() -> Generator[None]:
    """Meanwhile only the calling thread writes to stdout; other threads and programs write to stderr."""
    before = cast("TextIO | None", sys.stdout)
    if before is None:  # closed by whoever started the command
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
    """`own` for its thread, and stderr for the others."""

    def __init__(self, own: Any, thread: int) -> None:
        self._own = own
        self._thread = thread

    def __getattr__(self, name: str) -> Any:
        mine = threading.get_ident() == self._thread and not _aside.get()
        return getattr(self._own if mine else sys.stderr, name)


def _is_descriptor_1(stream: Any) -> bool:
    try:
        return stream.fileno() == 1
    except (AttributeError, OSError, ValueError):  # a test's or a program's own stream
        return False


@contextlib.contextmanager
def _moved(stdout: TextIO) -> Generator[TextIO]:
    stdout.flush()
    kept = os.dup(1)
    _point_away()
    buffering = 1 if stdout.isatty() else -1
    try:
        with open(kept, "w", buffering, encoding=stdout.encoding, errors=stdout.errors) as own:  # noqa: PTH123
            try:
                yield own
            finally:
                own.flush()
                stdout.flush()
                os.dup2(kept, 1)
    except BaseException:
        with contextlib.suppress(OSError):
            os.dup2(kept, 1)
        raise


def _point_away() -> None:
    """Make descriptor 1 what 2 is, or nothing where there is no stderr."""
    try:
        os.dup2(2, 1)
    except OSError:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.close(nothing)
