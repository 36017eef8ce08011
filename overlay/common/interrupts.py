"""Handles Ctrl+C before the work of a command, while modules are imported, and after it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

own_process = False
"""The process was started for a command of overlay alone, so overlay may decide what Ctrl+C does."""
STOPPED = 130
"""The exit code that shells use: 128 plus the number of the signal."""


def end_at_once() -> None:
    """Let Ctrl+C end the process from now on, since an exception during an import may get lost."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        global own_process
        own_process = True
        signal.signal(signal.SIGINT, _end)


def raise_again() -> None:
    """Let Ctrl+C raise KeyboardInterrupt again, so that started work is cleaned up."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_quietly() -> None:
    """Let Ctrl+C end the process again: all is done, and Python would print a traceback while it ends.

    A thread of a tool may still run, for which Python waits, so Ctrl+C can't be ignored.
    """
    if own_process and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _end)


@contextmanager
def sigterm_as_ctrl_c() -> Generator[None]:
    """Let SIGTERM end the block as Ctrl+C does, so that what was done until then is saved."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    # A shell has what it starts in the background ignore Ctrl+C; then SIGTERM would be ignored as well.
    ignores = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if ignores:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before if before is not None else signal.SIG_DFL)
        if ignores:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def finishing(tell: Callable[[], None]) -> Generator[None]:
    """Finish the block at the first Ctrl+C, about which `tell` is called, and raise KeyboardInterrupt then.

    A second Ctrl+C ends the block at once. In another thread than the main one, the block is not protected.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is signal.SIG_IGN:
        yield
        return
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True
        tell()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if stopped:
        raise KeyboardInterrupt


def _interrupt(*_: object) -> None:
    signal.raise_signal(signal.SIGINT)


def _end(*_: object) -> None:
    os.write(2, b"\noverlay: stopped.\n")
    os._exit(STOPPED)
