"""The panel of a run: opens its window, updates it, and opens it again if it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from playwright.async_api import Error as PlaywrightError

from overlay.calls.event_stream import EventStream
from overlay.common.errors import UsageError
from overlay.common.language import Phrase, mark, translate
from overlay.ui.panel.layout import PanelLayout
from overlay.ui.panel.messages import PanelMessage
from overlay.ui.panel.new_window import Opener, new_window
from overlay.ui.panel.notifications import Notifications
from overlay.ui.panel.state import CallChanges, CallRow, PanelState
from overlay.ui.panel.throttle import UpdateThrottle
from overlay.ui.panel.window import LossReason, Window

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

log = logging.getLogger(__name__)
PLACE_CHECK = 2.0
"""Seconds between two checks of the window's place."""
GONE = mark("That no longer exists.")


@dataclass(frozen=True, slots=True)
class PanelClosed:
    """The panel's window is gone; it opens again with the next question, or at the user's request."""


@dataclass(frozen=True, slots=True)
class PanelSilent:
    """The panel's window does not answer; some seconds later, it counts as gone."""


@dataclass(frozen=True, slots=True)
class PanelNavigatedAway:
    """The window shows another page now; overlay leaves it to the user."""

    page: Page


class PanelSection(Protocol):
    """A section of the panel."""

    def state(self) -> dict[str, Any]:
        """Return its present content, as fields of PanelState."""
        ...

    async def carry_out(self, message: PanelMessage) -> str | None:
        """Carry out a message of the window.

        Returns a line about the outcome, "" if the panel shows it anyway, and None if the message is for
        another section.
        """
        ...

    def window_lost(self) -> None:
        """Handle the loss of the window."""
        ...


class Panel:
    """The panel of a run: at most one window, which shows the sections that were added.

    `context` returns the browser context for the window; `layout` places it (None: the browser does).
    PanelClosed, PanelSilent and PanelNavigatedAway are published on `events`. `sleep` takes seconds.
    """

    def __init__(
        self,
        events: EventStream,
        context: Callable[[], BrowserContext],
        *,
        opener: Opener = new_window,
        layout: PanelLayout | None = None,
        notifications: Notifications | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.events = events
        self._context = context
        self._opener = opener
        self._layout = layout
        self._sleep = sleep
        self.notifications = notifications or Notifications()
        self._sections: list[PanelSection] = []
        self._pushes = UpdateThrottle(self._push, sleep)
        self._sent: dict[str, Any] = {}
        self._said = ""
        self._window: Window | None = None
        self._opening: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def add(self, section: PanelSection) -> None:
        """Add a section; the window's messages are offered to the sections in the order of their adding."""
        self._sections.append(section)

    @property
    def page(self) -> Page | None:
        """The page of the panel's window, None while no window is open."""
        return self._window.page if self._window and self._window.alive else None

    async def open(self) -> None:
        """Open the window if there is none. Raises Playwright's Error or TimeoutError."""
        if self.page is None and not self._closed:
            if self._opening is None or self._opening.done():
                self._opening = self._spawn(self._open())
            await asyncio.shield(self._opening)

    async def bring_back(self, *, wanted: bool = False) -> None:
        """Bring the window to the front; open it if needed. Raises as `open` does.

        `wanted`: the user wants to see the question.
        """
        await self.open()
        if self._window:
            await self._window.front(wanted=wanted)

    async def owns(self, page: Page) -> bool:
        """Return whether `page` is the panel's own page; waits while the window is being opened."""
        if self._opening and not self._opening.done():
            await asyncio.wait({self._opening})
        return page is self.page

    def announce(self, tool: str) -> None:
        """Notify the user of a question about `tool`, unless the window is in front; returns at once."""
        if self.notifications.on:
            self._spawn(self._announce(tool))

    def show_question(self) -> None:
        """Bring the window to the front to show the question; returns at once, and logs an error."""
        self._spawn(self.bring_back(wanted=True))

    def show_in_front(self, shown: PanelState) -> None:
        """Start to bring the window to the front and send `shown` to it once. An error is logged."""
        self._spawn(self._show_in_front(shown))

    def changed(self) -> None:
        """Schedule an update of the window."""
        if not self._closed and self.page:
            self._pushes.changed()

    async def show(self, shown: PanelState) -> None:
        """Show something once in the window, such as a result that the user opened."""
        if self._window:
            await self._window.show(shown)

    async def carry_out(self, message: PanelMessage) -> str:
        """Carry out a message of the window; return the line that the panel then shows about it.

        Never raises: an error is returned as a line too.
        """
        try:
            for section in self._sections:
                line = await section.carry_out(message)
                if line is not None:
                    return line
        except UsageError as error:
            return error.format_message()
        except Exception as error:
            log.exception("overlay could not carry out a command of the panel")
            return Phrase(mark("That did not work: {}"), str(error))
        return GONE

    async def close(self) -> None:
        """Close the window; it is not opened again. The sections handle the loss."""
        self._closed = True
        self._tell_lost()
        await self._pushes.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._window:
            if self._layout and self._window.alive:
                await self._window.remember(self._layout)
            await self._window.close()

    async def _open(self) -> None:
        page, session = await self._opener(self._context())

        def lost(how: LossReason) -> None:
            self._lost(window, how)

        window = Window(page, session, self._heard, lost, lambda: self.events.publish(PanelSilent()))
        if self._layout:
            await window.place(self._layout)
        await window.open()
        self._window, self._sent = window, {}
        if self._layout:
            self._spawn(self._watch_place(window, self._layout))
        await self._push()

    async def _watch_place(self, window: Window, layout: PanelLayout) -> None:
        """Save the place of the window while it is open; browsers send no event when a window is moved."""
        while window.alive:
            await self._sleep(PLACE_CHECK)
            if window.alive:
                await window.remember(layout)

    async def _push(self) -> None:
        """Send the window the parts of the state that changed since the last update."""
        window = self._window
        if window is None or not window.alive:
            return
        state: dict[str, Any] = {"said": translate(self._said)}
        for section in self._sections:
            state |= section.state()
        new = {name: part for name, part in state.items() if self._sent.get(name) != part}
        if new:
            before, self._sent = self._sent, self._sent | new
            if "calls" in new:
                new["calls"] = _changes(before.get("calls", []), new["calls"])
            await window.show(PanelState.model_validate(new))

    async def _show_in_front(self, shown: PanelState) -> None:
        await self.bring_back(wanted=True)
        await self.show(shown)

    async def _announce(self, tool: str) -> None:
        if self._window and not await self._window.in_front():
            await self.notifications.waiting(tool, self.show_question)

    def _heard(self, message: PanelMessage) -> None:
        self._spawn(self._answer(message))

    async def _answer(self, message: PanelMessage) -> None:
        self._said = await self.carry_out(message)
        self.changed()

    def _lost(self, window: Window, how: LossReason) -> None:
        self._tell_lost()
        if self._closed:
            return
        if how == "closed":
            self.events.publish(PanelClosed())
        else:
            self._spawn(self._after(window, how))

    def _tell_lost(self) -> None:
        for section in self._sections:
            section.window_lost()

    async def _after(self, window: Window, how: LossReason) -> None:
        """Replace a window that was reloaded; leave one that shows another page to the user."""
        if how == "left" and await window.address() not in ("", "about:blank"):
            await window.leave()
            self.events.publish(PanelNavigatedAway(window.page))
            self.events.publish(PanelClosed())
            return
        await window.close()
        if how == "left":
            await self.open()
        else:
            self.events.publish(PanelClosed())

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            level = logging.DEBUG if isinstance(error, PlaywrightError | TimeoutError) else logging.ERROR
            log.log(level, "overlay's panel: %r", error)


def _changes(before: list[CallRow], now: list[CallRow]) -> CallChanges:
    """Return the changes of the list of calls, which may have a thousand rows."""
    known = {row.id: row for row in before}
    changed = [row for row in now if known.get(row.id) != row]
    return CallChanges(order=[row.id for row in now], changed=changed)
