"""The context of a running tool: progress, cancellation, and access to the user and the chat's page."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from overlay.tools.errors import clip

AT_ONCE = 50
"""Number of progress reports passed on immediately; after that, one each PAUSE seconds."""
PAUSE = 0.05
MESSAGE = 500
Progress = Callable[[float | None, str], None]
Ask = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any] | None]]


@dataclass(frozen=True, slots=True)
class OutlineTarget:
    """The target of an outline: an element, or a box on the newest picture of the chat."""

    text: str = ""
    """The text of the element."""
    box: tuple[float, float, float, float] | None = None
    """(top, left, bottom, right) in thousandths of the picture's height and width."""
    label: str = ""
    """The text that is drawn beside it."""


Highlight = Callable[[Sequence[OutlineTarget], float], Awaitable[list[str]]]

log = logging.getLogger(__name__)


@dataclass
class ToolContext:
    """One call's context, created by the caller and passed to a tool that has a parameter of this type.

    The tool runs in its own thread and may await `on_ask` and `highlight`; they run on overlay's loop.
    """

    page_title: str = ""
    """Title of the chat's page."""
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    """Free for the caller."""
    on_progress: Progress | None = None
    """`on_progress(fraction, message)` is always called on the event loop; `fraction` is 0 to 1, or None if
    the total is unknown.
    """
    on_ask: Ask | None = None
    """`on_ask(message, schema)` shows a form (a flat JSON Schema) to the user and returns the answers, or
    None if the user declined.
    """
    highlight: Highlight | None = None
    """`highlight(targets, seconds)` outlines something in the chat's page and returns for each target why it
    failed ("" if it did not). None: there is no page.
    """
    timed_out: bool = False
    """The time limit, not the user, ended the call."""
    argv: tuple[str, ...] = ()
    """The program (an absolute path) and its arguments to run in place of a command line, without a shell;
    () unless one of the user's rules allowed the command.
    """
    _cancelled: threading.Event = field(default_factory=threading.Event, repr=False)
    _waiting: set[asyncio.Event] = field(default_factory=set[asyncio.Event], repr=False)
    _loop: asyncio.AbstractEventLoop | None = field(default=None, repr=False)
    _newest: tuple[float | None, str] | None = field(default=None, repr=False)
    _reports: int = field(default=0, repr=False)
    _ended: bool = field(default=False, repr=False)
    _asked_seconds: float = field(default=0.0, repr=False)
    _askers: int = field(default=0, repr=False)
    _asking_since: float = field(default=0.0, repr=False)

    @property
    def cancelled(self) -> bool:
        """Whether the call was cancelled or has ended. A long-running tool should check this regularly."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Cancel the call: its caller gets tool_cancelled immediately. Can be called from any thread,
        repeatedly.
        """
        self._cancelled.set()
        for waiting in list(self._waiting):
            self._on_loop(waiting.set)

    def time_out(self) -> None:
        """Cancel the call because its time limit has passed; has no effect if it was cancelled before."""
        if not self.cancelled:
            self.timed_out = True
            self.cancel()

    def progress(self, fraction: float | None, message: str = "") -> None:
        """Report progress. Can be called from any thread; has no effect after the end of the call."""
        if self.on_progress is None or self._ended:
            return
        bounded = None if fraction is None else min(1.0, max(0.0, fraction))
        if self._reports < AT_ONCE:
            self._reports += 1
            self._on_loop(self._report, bounded, clip(message, MESSAGE))
            return
        # A tool may report faster than the page is drawn: a newer report replaces the one that waits.
        waits, self._newest = self._newest is not None, (bounded, clip(message, MESSAGE))
        if not waits:
            self._on_loop(self._report_later)

    @contextmanager
    def asking(self) -> Generator[None]:
        """Exclude the time in this context, while the user is asked, from the call's timeout."""
        if not self._askers:
            self._asking_since = time.monotonic()
        self._askers += 1
        try:
            yield
        finally:
            self._askers -= 1
            if not self._askers:
                self._asked_seconds += time.monotonic() - self._asking_since

    @property
    def asked(self) -> float:
        """Total time in which the user was asked, in seconds."""
        return self._asked_seconds + (time.monotonic() - self._asking_since if self._askers else 0.0)

    def begin(self) -> asyncio.Event:
        """Internal, for the runner: bind to the running loop, and return an event that `cancel` sets."""
        self._loop = asyncio.get_running_loop()
        if self.highlight is not None:
            self.highlight = self._on_overlay_loop(self.highlight)
        if self.on_ask is not None:
            self.on_ask = self._on_overlay_loop(self.on_ask)
        self._ended = False
        stop = asyncio.Event()
        if self.cancelled:
            stop.set()
        self._waiting.add(stop)
        return stop

    def _on_overlay_loop(self, do: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Wrap `do` so that it can be awaited on any loop: tools have their own, but the page belongs to
        overlay's.
        """
        home = self._loop
        assert home is not None

        async def do_there(*what: Any) -> Any:
            if asyncio.get_running_loop() is home:
                return await do(*what)

            async def here() -> Any:
                return await do(*what)

            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(here(), home))

        return do_there

    def end(self, stop: asyncio.Event) -> None:
        """Internal, for the runner: drop all progress from now on."""
        self._waiting.discard(stop)
        self._ended = not self._waiting

    def _report_later(self) -> None:
        """Report the newest progress after PAUSE seconds."""
        if self._loop is None:
            self._report_newest()
        else:
            self._loop.call_later(PAUSE, self._report_newest)

    def _report_newest(self) -> None:
        newest, self._newest = self._newest, None
        if newest is not None:
            self._report(*newest)

    def _report(self, fraction: float | None, message: str) -> None:
        if self.on_progress is None or self._ended:
            return
        try:
            self.on_progress(fraction, message)
        except Exception:
            log.exception("showing a tool's progress failed")

    def _on_loop(self, do: Callable[..., object], *what: Any) -> None:
        if self._loop is None:
            do(*what)
            return
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            do(*what)
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(do, *what)
