"""Handles Ctrl+C while modules are imported: no work has begun, so the process ends at once with one line."""

from __future__ import annotations

import os
import signal
import threading

STOPPED = 130
"""The exit code that shells use: 128 plus the number of the signal."""


def end_at_once() -> None:
    """Let Ctrl+C end the process from now on, since an exception during an import may get lost."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_again() -> None:
    """Let Ctrl+C raise KeyboardInterrupt again, so that started work is cleaned up."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> None:
    os.write(2, b"\noverlay: stopped.\n")
    os._exit(STOPPED)
