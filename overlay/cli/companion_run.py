"""Runs a companion until its last page is closed, and prints its events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from overlay.calls.events import Event
from overlay.cli.json_output import print_json
from overlay.cli.reopen_panel import within_reach
from overlay.cli.server_options import report
from overlay.common.errors import CheckFailed
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, name
from overlay.companion.companion import Companion
from overlay.tools.errors import LoadProblem
from overlay.tools.loader import ReloadResult
from overlay.tools.reload import watched
from overlay.ui.terminal.output import echo, tell

WORDS = {
    "named": mark("a call of {0} is being written"),
    "ready": mark("{0} may be executed: click Execute in its block"),
    "scheduled": mark("{0} will run automatically soon; touch its block to stop it"),
    "running": mark("{0} runs"),
    "done": mark("{0} is done"),
    "failed": mark("{0} failed: {1}"),
    "denied": mark("{0} was not run: {1}"),
    "cancelled": mark("{0} was cancelled"),
    "incomplete": mark("a call of {0} was cut off"),
    "invalid": mark("a call of {0} can't be read"),
    "inserted": mark("the result of {0} is in the message box"),
    "submitted": mark("the result of {0} was sent"),
    "asked": mark("the model is asked to send the call of {0} again"),
}


async def run_until_closed(
    companion: Companion,
    show: Callable[[Event], None],
    until: Callable[[Companion], Coroutine[Any, Any, None]] | None = None,
) -> None:
    """Show what happens until the last page is closed, or until `until` returns."""
    tell = partial(_reloaded, companion)
    events = companion.listen()
    reach = within_reach(companion.panel, companion.parts.events, lambda: not companion.pages)
    async with companion, watched(companion.registry, tell), reach:
        closed = asyncio.create_task(_closed(companion, until))
        while not closed.done():
            next_event = asyncio.create_task(events.get())
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


def tell_event(event: Event, as_json: bool, quiet: bool = False) -> None:
    """Print an event, for the user or as JSON; with `quiet`, the user sees only what goes wrong."""
    if as_json:
        print_json(event)
        return
    block = event.block
    if event.kind in ("trouble", "limit"):
        echo(inline(translate(event.text), 1_000))
    elif not quiet and block and block.kind == "call" and event.kind in WORDS:
        tool = name(block.name) if block.name else translate(mark("a tool"))
        echo(translate(Phrase(WORDS[event.kind], tool, inline(block.error_code or ""))))


def fail_if_unattended_denials(companion: Companion) -> None:
    """Raise CheckFailed if calls were denied only because no user was present to allow them."""
    denied = companion.unattended_denials
    if denied:
        raise CheckFailed(
            f"{denied} {'call was' if denied == 1 else 'calls were'} denied: no user was there to allow them",
            advice="Let the tool run automatically (`overlay help policy`), or run with a window.",
        )
