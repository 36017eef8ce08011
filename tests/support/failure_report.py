"""The report of a failed browser test: the pictures of its pages, their console, and its companions' events."""

from __future__ import annotations

import asyncio
import os
import re
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from overlay import Companion
from overlay.calls.events import Event

PATIENCE = 10.0
"""Seconds to wait for a picture and the console of one page: the page may be what hangs."""
LAST_EVENTS = 60
LAST_MESSAGES = 30


@dataclass
class Remains:
    """The report on one page or companion."""

    title: str
    lines: list[str] = field(default_factory=list[str])
    picture: bytes = b""


class FailureReport:
    """Collects remains while pages and companions are still open; `write` makes the text for the test's report."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._remains: list[Remains] = []
        self._seen: set[Page] = set()
        self._open: dict[Companion, deque[Event]] = {}
        self._loops: dict[Companion, asyncio.AbstractEventLoop] = {}

    def watch_companions(self) -> None:
        """From now on, listen to each companion that is opened, and look at each that an exception closes."""
        enter, leave = Companion.__aenter__, Companion.__aexit__

        async def entered(companion: Companion) -> Companion:
            # Not `listen`: its first queue gets the events from the time before, which are the test's.
            events: deque[Event] = deque(maxlen=LAST_EVENTS)
            companion.parts.events.subscribe(Event, events.append)
            await enter(companion)
            self._open[companion] = events
            self._loops[companion] = asyncio.get_running_loop()
            return companion

        async def left(
            companion: Companion,
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> None:
            if error is not None and companion in self._open:
                await self._look_at(companion)
            self._open.pop(companion, None)
            self._loops.pop(companion, None)
            await leave(companion, kind, error, trace)

        Companion.__aenter__, Companion.__aexit__ = entered, left  # type: ignore[method-assign]

    def begin(self) -> None:
        """Forget what an earlier test left, and the events that its companions had."""
        self._remains.clear()
        self._seen.clear()
        for events in self._open.values():
            events.clear()

    async def look(self, fixtures: list[Any]) -> None:
        """Look at the companions that are still open, and at the pages of these fixtures' values."""
        for companion in list(self._open):
            await self._look_at(companion)
        await self._look_at_pages([page for value in fixtures for page in _pages_of(value)])

    def write(self, test: str) -> str:
        """Store the pictures under the test's name; return what was collected as text."""
        name = re.sub(r"\W+", "-", test)[-120:].strip("-")
        told: list[str] = []
        for number, remains in enumerate(self._remains):
            told += [remains.title, *(f"  {line}" for line in remains.lines)]
            if remains.picture:
                self._folder.mkdir(parents=True, exist_ok=True)
                path = self._folder / f"{name}-{number}.png"
                path.write_bytes(remains.picture)
                told.append(f"  picture: {os.path.relpath(path)}")
        self._remains.clear()
        return "\n".join(told)

    async def _look_at(self, companion: Companion) -> None:
        lines = [
            f"{event.kind} {event.block.name if event.block else ''}: {event.text[:300]}"
            for event in self._open[companion]
        ]
        self._remains.append(Remains(f"the last events of the companion at {companion.url}", lines))
        if self._loops[companion] is not asyncio.get_running_loop():
            return  # its pages can't be reached from here
        with suppress(PlaywrightError):
            await self._look_at_pages(companion.context.pages)

    async def _look_at_pages(self, pages: list[Page]) -> None:
        for page in pages:
            if page not in self._seen:
                self._seen.add(page)
                self._remains.append(await _remains_of(page))


def _pages_of(value: Any) -> list[Page]:
    if isinstance(value, Page):
        return [value]
    if isinstance(value, BrowserContext):
        return value.pages
    return (
        [page for context in value.contexts for page in context.pages] if isinstance(value, Browser) else []
    )


async def _remains_of(page: Page) -> Remains:
    remains = Remains(f"the page {page.url}")
    try:
        async with asyncio.timeout(PATIENCE):
            said = [
                f"console {message.type}: {message.text[:300]}" for message in await page.console_messages()
            ]
            failed = [f"error: {str(error)[:300]}" for error in await page.page_errors()]
            remains.lines += [*said[-LAST_MESSAGES:], *failed[-LAST_MESSAGES:]]
            remains.picture = await page.screenshot(
                timeout=PATIENCE * 1000, animations="allow", caret="initial"
            )
    except (PlaywrightError, TimeoutError) as error:
        remains.lines.append(f"no picture: {str(error).splitlines()[:1]}")
    return remains
