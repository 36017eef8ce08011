"""How much a server may send, and the count of what it has sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

MEGABYTE = 1_000_000


class LimitExceeded(Exception):
    """A server has sent too much. The message says which limit it met, and begins with `it`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one server. Sizes are in bytes as they come over the wire, uncompressed.

    `message`: one message, or one answer of a web server; `window`: the seconds in which a server may send
    `bytes`, `messages` and `answers` (of a web server, whatever is in them); `listing`: all pages of the list
    of its tools; `tools`: how many of them are taken over; `parts`: of their schemas together;
    `requests`: how many of the server's own requests may wait for an answer; `questions`: how many of these
    may ask the person, at the same time and within a window; `log`: a file of its log, of which there are
    two; `log_window`: what is written to it within a window.
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


class Window:
    """Counts up to `most` within `seconds`, then anew."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._began = clock()
        self._count = 0

    def room(self, count: int = 1) -> bool:
        """Count `count` more; False if that is too much."""
        now = self._clock()
        if now - self._began >= self._seconds:
            self._began, self._count = now, 0
        self._count += count
        return self._count <= self._most


class Meter:
    """What one connection brings in. Each method raises LimitExceeded. `total` is all bytes so far."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.total = 0
        self._bytes = Window(limits.bytes, limits.window, clock)
        self._messages = Window(limits.messages, limits.window, clock)
        self._answers = Window(limits.answers, limits.window, clock)

    def took(self, count: int) -> None:
        """So many bytes have come."""
        self.total += count
        if not self._bytes.room(count):
            raise self._fault(f"more than {size_of(self.limits.bytes)}")

    def message(self) -> None:
        """A message has come."""
        if not self._messages.room():
            raise self._fault(f"more than {self.limits.messages} messages")

    def answer(self) -> None:
        """A web server has begun to answer a request."""
        if not self._answers.room():
            raise self._fault(f"more than {self.limits.answers} answers")

    def check_message(self, count: int) -> None:
        """A message has so many bytes, so far."""
        if count > self.limits.message:
            raise LimitExceeded(f"it sent a message of more than {size_of(self.limits.message)}")

    def check_listing(self, count: int) -> None:
        """The list of its tools has so many bytes, so far."""
        if count > self.limits.listing:
            raise LimitExceeded(f"the list of its tools has more than {size_of(self.limits.listing)}")

    def check_requests(self, count: int) -> None:
        """So many requests of the server wait for an answer."""
        if count > self.limits.requests:
            raise LimitExceeded(f"it has more than {self.limits.requests} open requests")

    def _fault(self, what: str) -> LimitExceeded:
        return LimitExceeded(f"it sent {what} within {self.limits.window:g} seconds")


def size_of(count: int) -> str:
    """A number of bytes for people."""
    return f"{count / MEGABYTE:g} MB" if count >= MEGABYTE else f"{count} bytes"
