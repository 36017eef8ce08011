"""Tells the user in the terminal that the panel's window is closed, and opens it again on request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from playwright.async_api import Error as PlaywrightError

from overlay.calls.event_stream import EventStream
from overlay.common.language import Phrase, mark
from overlay.common.terminal_text import one_line
from overlay.ui.panel import Panel, PanelClosed
from overlay.ui.terminal.input import TERMINAL, TypedLines, at_terminal, in_foreground
from overlay.ui.terminal.output import tell

CLOSED = "overlay's window is gone, and what was asked in it is denied. The next question opens it again{}."
HERE = "; so does p and Enter here"
HINT = "Type p and Enter to open overlay's window."
AT_LEAST = 0.5
"""Seconds after which overlay knows that only the window was closed, and not the browser."""


@asynccontextmanager
async def within_reach(
    panel: Panel | None, events: EventStream, ended: Callable[[], bool], *, pause: float = AT_LEAST
) -> AsyncGenerator[None]:
    """While the context is open, let the user reopen the panel's window; see `bring_back`."""
    if panel is None:
        yield
        return
    task = asyncio.create_task(bring_back(panel, events, tell, ended, pause=pause))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def bring_back(
    panel: Panel,
    events: EventStream,
    notify: Callable[[str], None],
    ended: Callable[[], bool],
    *,
    lines: TypedLines = TERMINAL,
    pause: float = AT_LEAST,
) -> None:
    """Each time the window is closed, say so, unless the run has `ended`; open it when `p` is typed.

    Runs until it is cancelled.
    """
    gone = asyncio.Event()

    def closed(_: PanelClosed) -> None:
        gone.set()

    events.subscribe(PanelClosed, closed)
    typing: asyncio.Task[None] | None = None
    try:
        while True:
            await gone.wait()
            await asyncio.sleep(pause)
            gone.clear()
            if ended() or panel.page is not None:
                continue
            can = at_terminal() and in_foreground()
            notify(CLOSED.format(HERE if can else ""))
            if can and (typing is None or typing.done()):
                typing = asyncio.create_task(_listen(panel, notify, lines))
    finally:
        events.unsubscribe(PanelClosed, closed)
        if typing:
            typing.cancel()
            await asyncio.gather(typing, return_exceptions=True)


async def _listen(panel: Panel, notify: Callable[[str], None], lines: TypedLines) -> None:
    """Open the window at each `p`, until the end of input."""
    while line := await lines.idle_line():
        if line.strip().lower() not in ("p", "panel"):
            notify(HINT)
            continue
        try:
            await panel.bring_back()
        except (PlaywrightError, TimeoutError) as error:
            notify(Phrase(mark("The panel could not be opened: {}"), one_line(str(error))))
