"""The lines a person types in the terminal, shared by everything that asks there: one question at a time."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from overlay.tools.runner import in_thread
from overlay.ui.terminal.output import forget_typed


class TypedLines:
    """`read` gives the next line, "" at the end of input; it waits in a thread that never keeps overlay from
    ending.
    """

    def __init__(self, read: Callable[[], str] | None = None) -> None:
        self._read = read or (lambda: sys.stdin.readline())
        self._reading: asyncio.Task[str] | None = None
        self._unasked = False
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[bool]:
        """Hold the terminal for one question; gives whether the next line was begun for an earlier one.

        Such a line is no answer to this question. What was typed before, and not yet read, is forgotten.
        """
        async with self._turn:
            if self._unasked and self._reading is not None and self._reading.done():
                self._reading = None  # it was typed before this question
            stale = self._reading is not None and not self._unasked
            self._unasked = False
            if not stale:
                forget_typed()
            yield stale

    async def idle_line(self) -> str:
        """Wait for a line that is typed while nothing is asked; a question that comes up meanwhile goes
        first, and what is typed then is its.
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
        """Wait for the next line; one that nobody waits for any more is kept for who asks next."""
        if self._reading is None:
            self._reading = asyncio.create_task(in_thread(self._read))
        line = await asyncio.shield(self._reading)
        self._reading = None
        return line


TERMINAL = TypedLines()


def at_terminal() -> bool:
    """Return whether a person can be asked in the terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def in_foreground() -> bool:
    """Return whether reading from the terminal would not stop us, as it does what runs in the background."""
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError, AttributeError):
        return False
