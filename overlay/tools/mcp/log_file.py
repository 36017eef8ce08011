"""Log of a server program's stderr without secrets, in a file of limited size."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import anyio
import anyio.to_thread

from overlay.common.secrets.finding import hide
from overlay.tools.mcp.size_limits import RateWindow, ServerLimits, size_of

PIECE = 65_536
WAIT = 2.0
"""Seconds to wait for the last lines after the program has ended."""
LONGEST = 65_536
"""Maximum number of bytes to hold back; a longer line or key is searched in parts."""
_BEGIN, _END = b"-----BEGIN", b"-----END"


class LineRedactor:
    """Takes pieces of a stream, and returns whole lines without secrets; a private key stays in one piece."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> bytes:
        """Add the next piece, and return what may be written now."""
        self._held += data
        end = self._held.rfind(b"\n") + 1
        begun = self._held.rfind(_BEGIN, 0, end)
        if begun >= 0 and self._held.find(_END, begun, end) < 0:
            end = self._held.rfind(b"\n", 0, begun) + 1
        if len(self._held) - end > LONGEST:
            end = len(self._held)
        return self._take(end)

    def flush(self) -> bytes:
        """Return the rest, at the end of the stream."""
        return self._take(len(self._held))

    def _take(self, end: int) -> bytes:
        if not end:
            return b""
        text = self._held[:end].decode("utf-8", "surrogateescape")
        del self._held[:end]
        return hide(text).encode("utf-8", "surrogateescape")


class LogFile:
    """A log file that only its owner can read. When it is full, it is renamed to `.1` and a
    new one begins.
    """

    def __init__(self, path: Path, target: str, limits: ServerLimits) -> None:
        self._path = path
        self._limits = limits
        self._window = RateWindow(limits.log_window, limits.window)
        self._silent = False
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._open()
        self.write(f"--- started {datetime.now(UTC).isoformat(timespec='seconds')} {hide(target)}\n".encode())

    def write(self, data: bytes) -> None:
        """Append `data`. Data over the limit of the time window is dropped, with one note about it."""
        if not self._window.add(len(data)):
            if not self._silent:
                self._put(
                    f"\n--- more than {size_of(self._limits.log_window)} at once is left out\n".encode()
                )
            self._silent = True
            return
        self._silent = False
        for at in range(0, len(data), self._limits.log):
            self._put(data[at : at + self._limits.log])

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _put(self, data: bytes) -> None:
        if os.fstat(self._file).st_size + len(data) > self._limits.log:
            os.close(self._file)
            self._path.replace(self._path.with_suffix(".log.1"))
            self._file = self._open()
        os.write(self._file, data)

    def _open(self) -> int:
        return os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


@contextlib.asynccontextmanager
async def logged(path: Path, target: str, limits: ServerLimits) -> AsyncGenerator[TextIO]:
    """Yield a pipe for a program's stderr; its data is written to the log at `path`.

    On exit, waits a short time for the last data: a process that the program left running may keep the pipe
    open.
    """
    log = LogFile(path, target, limits)
    reading, writing = os.pipe()
    thread = threading.Thread(target=_pump, args=(reading, log), name="overlay-log", daemon=True)
    thread.start()
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as file:
            yield file
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(thread.join, WAIT)


def _pump(reading: int, log: LogFile) -> None:
    clean = LineRedactor()
    try:
        while data := os.read(reading, PIECE):
            log.write(clean.feed(data))
    finally:
        log.write(clean.flush())
        os.close(reading)
        log.close()
