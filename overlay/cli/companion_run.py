"""Runs a companion until its last page is closed, and shows its events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from overlay.calls.events import Event
from overlay.cli.reopen_panel import within_reach
from overlay.cli.server_options import report
from overlay.common.errors import CheckFailed
from overlay.common.language import Phrase, mark
from overlay.common.terminal_text import name
from overlay.companion.companion import Companion
from overlay.tools.errors import LoadProblem
from overlay.tools.loader import ReloadResult
from overlay.tools.reload import watched
from overlay.ui.terminal.output import tell

PAUSE = 1.0
"""After how many seconds without an event the output is brought up to date."""


async def run_until_closed(
    companion: Companion,
    show: Callable[[Event], None],
    until: Callable[[Companion], Coroutine[Any, Any, None]] | None = None,
    pause: Callable[[], None] = lambda: None,
) -> None:
    """Show what happens until the last page is closed, or until `until` returns.

    `pause` is called whenever nothing has happened for a while, and at the end.
    """
    tell = partial(_reloaded, companion)
    events = companion.listen()
    reach = within_reach(companion.panel, companion.parts.events, lambda: not companion.pages)
    async with companion, watched(companion.registry, tell), reach:
        closed = asyncio.create_task(_closed(companion, until))
        while not closed.done():
            next_event = asyncio.create_task(events.get())
            await asyncio.wait({next_event, closed}, timeout=PAUSE, return_when=asyncio.FIRST_COMPLETED)
            if not (next_event.done() or closed.done()):
                pause()
                await asyncio.wait({next_event, closed}, return_when=asyncio.FIRST_COMPLETED)
            if not next_event.done():
                next_event.cancel()
                break
            event = next_event.result()
            if event is None:
                break
            show(event)
        closed.cancel()
        if closed.done() and not closed.cancelled():
            closed.result()
        while not events.empty() and (event := events.get_nowait()):
            show(event)
        pause()


def _reloaded(companion: Companion, changes: list[ReloadResult], problems: list[LoadProblem]) -> None:
    """Report a reload of tool files, and cancel countdowns that may not run any more."""
    for path in [path for change in changes for path in (*change.loaded, *change.gone)]:
        tell(Phrase(mark("tools of {} are read again"), name(path.name)))
    report(problems)
    companion.reconsider()


async def _closed(
    companion: Companion, until: Callable[[Companion], Coroutine[Any, Any, None]] | None
) -> None:
    """Return when the run has ended. Raises the error if it can't go on."""
    waits: list[asyncio.Task[Any]] = [asyncio.create_task(_ended(companion))]
    if until:
        waits.append(asyncio.create_task(until(companion)))
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
    for wait in done:
        wait.result()


async def _ended(companion: Companion) -> None:
    if died := await companion.ended():
        raise died


def fail_if_unattended_denials(companion: Companion) -> None:
    """Raise CheckFailed if calls were denied only because no user was present to allow them."""
    denied = companion.unattended_denials
    if denied:
        raise CheckFailed(
            f"{denied} {'call was' if denied == 1 else 'calls were'} denied: no user was there to allow them",
            advice="Let the tool run automatically (`overlay help policy`), or run with a window.",
        )
