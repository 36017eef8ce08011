"""Limits on what a server may send, and counters for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MEGABYTE = 1_000_000


class LimitExceeded(Exception):
    """A server exceeded a limit. The message names the limit and begins with `it`."""


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Limits for one server. Sizes are in bytes as received, uncompressed.

    `message`: one message, or one HTTP response; `window`: the period in seconds for `bytes`, `messages` and
    `answers` (HTTP responses of any content); `listing`: all pages of the tool list; `tools`: number of tools
    used; `parts`: schema nodes of all tools together; `requests`: number of the server's requests waiting for
    an answer; `questions`: how many of these may ask the user, both at the same time and in one window;
    `log`: one log file, of which there are two; `log_window`: data written to the log in one window.
    """

    message: int = 16 * MEGABYTE
    window: float = 60.0
    bytes: int = 128 * MEGABYTE
    messages: int = 20_000
    answers: int = 2_000
    listing: int = 32 * MEGABYTE
    tools: int = 1_000
    parts: int = 200_000
    requests: int = 100
    questions: int = 5
    questions_in_window: int = 20
    log: int = MEGABYTE
    log_window: int = 4 * MEGABYTE


class RateWindow:
    """Counter of up to `limit` in each period of `seconds`."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = limit
        self._seconds = seconds
        self._clock = clock
        self._began = clock()
        self._count = 0

    def add(self, count: int = 1) -> bool:
        """Count `count` more. Return False if that exceeds the limit."""
        now = self._clock()
        if now - self._began >= self._seconds:
            self._began, self._count = now, 0
        self._count += count
        return self._count <= self._most


class Meter:
    """Counts what one connection receives. Each method raises LimitExceeded. `total` is the number of bytes
    so far.
    """

    def __init__(self, limits: ServerLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.total = 0
        self._bytes = RateWindow(limits.bytes, limits.window, clock)
        self._messages = RateWindow(limits.messages, limits.window, clock)
        self._answers = RateWindow(limits.answers, limits.window, clock)

    def received(self, count: int) -> None:
        """Count `count` received bytes."""
        self.total += count
        if not self._bytes.add(count):
            raise self._exceeded(f"more than {size_of(self.limits.bytes)}")

    def message(self) -> None:
        """Count a received message."""
        if not self._messages.add():
            raise self._exceeded(f"more than {self.limits.messages} messages")

    def answer(self) -> None:
        """Count an HTTP response that has begun."""
        if not self._answers.add():
            raise self._exceeded(f"more than {self.limits.answers} answers")

    def check_message(self, count: int) -> None:
        """Check the bytes of one message so far."""
        if count > self.limits.message:
            raise LimitExceeded(f"it sent a message of more than {size_of(self.limits.message)}")

    def check_listing(self, count: int) -> None:
        """Check the bytes of the tool list so far."""
        if count > self.limits.listing:
            raise LimitExceeded(f"the list of its tools has more than {size_of(self.limits.listing)}")

    def check_requests(self, count: int) -> None:
        """Check the number of the server's requests that wait for an answer."""
        if count > self.limits.requests:
            raise LimitExceeded(f"it has more than {self.limits.requests} open requests")

    def _exceeded(self, what: str) -> LimitExceeded:
        return LimitExceeded(f"it sent {what} within {self.limits.window:g} seconds")


def size_of(count: int) -> str:
    """Return a readable number of bytes."""
    return f"{count / MEGABYTE:g} MB" if count >= MEGABYTE else f"{count} bytes"
