"""The lines that the user types in the terminal, shared by all questions: one question at a time."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from overlay.tools.runner import in_thread
from overlay.ui.terminal.output import forget_typed


class TypedLines:
    """Reads lines with `read`, which returns "" at the end of input.

    `read` runs in a daemon thread, so that it does not keep the process from ending.
    """

    def __init__(self, read: Callable[[], str] | None = None) -> None:
        self._read = read or (lambda: sys.stdin.readline())
        self._reading: asyncio.Task[str] | None = None
        self._unasked = False
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[bool]:
        """Reserve the terminal for one question; yield whether the next line is for an earlier question.

        Such a line does not answer this question. Typed input that was not read yet is discarded.
        """
        async with self._turn:
            if self._unasked and self._reading is not None and self._reading.done():
                self._reading = None  # that line was typed before this question
            stale = self._reading is not None and not self._unasked
            self._unasked = False
            if not stale:
                forget_typed()
            yield stale

    async def idle_line(self) -> str:
        """Return a line that is typed while no question is open.

        A question that opens meanwhile has priority: it gets the next line.
        """
        while True:
            async with self._turn:
                pass
            if self._reading is None:
                self._unasked = True
                self._reading = asyncio.create_task(in_thread(self._read))
            reading = self._reading
            line = await asyncio.shield(reading)
            if self._reading is reading and not self._turn.locked():
                self._reading, self._unasked = None, False
                return line

    async def line(self) -> str:
        """Return the next line; if this wait is cancelled, the next caller gets the line."""
        if self._reading is None:
            self._reading = asyncio.create_task(in_thread(self._read))
        line = await asyncio.shield(self._reading)
        self._reading = None
        return line


TERMINAL = TypedLines()


def at_terminal() -> bool:
    """Return whether overlay can ask the user in the terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def in_foreground() -> bool:
    """Return whether overlay may read from the terminal: the system stops background processes that do."""
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError, AttributeError):
        return False
