"""Ctrl+C while modules are imported: nothing has begun, so the process just ends, with a line of its own."""

from __future__ import annotations

import os
import signal
import threading

STOPPED = 130
"""The exit code, as shells have it: 128 and the number of the signal."""


def end_at_once() -> None:
    """Let Ctrl+C end the process from now on: an exception in the middle of an import may get lost."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_again() -> None:
    """Let Ctrl+C be an exception again, so that what was begun is ended well."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> None:
    os.write(2, b"\noverlay: stopped.\n")
    os._exit(STOPPED)
