"""The panel's window: a page with overlay's HTML, whose script runs in an isolated world.

The page's main world contains nothing of overlay, so a site that the window navigates to finds nothing there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.safe_tasks import guarded
from overlay.ui.panel.layout import PanelLayout, set_bounds, window_bounds
from overlay.ui.panel.leftover_windows import ALIVE, WORLD
from overlay.ui.panel.messages import InvalidMessage, PanelMessage, parse
from overlay.ui.panel.page import html, script
from overlay.ui.panel.state import PanelState

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

log = logging.getLogger(__name__)
LossReason = Literal["closed", "crashed", "left"]
PATIENCE = 10.0
"""Seconds in which the window must show an update."""
SILENT = 1.8
"""Seconds after which the user is told that the window does not answer."""


class Window:
    """One new window in `page`. It can't be used again after its loss.

    `on_message(message)` is called for each command of the user. `on_lost(reason)` is called once: `closed`
    by the user, `crashed`, or `left` when its page navigated or was reloaded. `on_silent()` is called when
    the page does not answer; it is `crashed` if that stays so.
    """

    def __init__(
        self,
        page: Page,
        session: CDPSession,
        on_message: Callable[[PanelMessage], None],
        on_lost: Callable[[LossReason], None],
        on_silent: Callable[[], None],
    ) -> None:
        self.page = page
        self._session = session
        self._on_message = on_message
        self._on_lost = on_lost
        self._on_silent = on_silent
        self._binding, self._entry = (f"x{secrets.token_hex(8)}" for _ in range(2))
        self._world = WORLD.format(self._entry)
        self._answering: asyncio.Task[None] | None = None
        self._contexts: dict[int, str] = {}
        self._mine: int | None = None
        self.alive = False

    async def open(self) -> None:
        """Show the empty panel. If Playwright raises an Error, closes the window and raises it."""
        try:
            await self._fill(self._session)
        except PlaywrightError:
            await self.close()
            raise

    async def show(self, shown: PanelState) -> None:
        """Show the changed parts. Does nothing if the window is lost: `on_lost` reports that."""
        take = f"function (shown) {{ globalThis[{json.dumps(self._entry)}].take(shown); }}"
        with suppress(PlaywrightError):
            await self._run_soon(take, shown.as_json())

    async def front(self, *, wanted: bool = False) -> None:
        """Bring the window to the front, also if it is minimized; `wanted`: to show the question.

        The buttons of its question do nothing for a moment: a page may have made the user click twice at the
        place where the window appears.
        """
        await self.show(PanelState(raised=wanted))
        with suppress(PlaywrightError):
            if (await window_bounds(self._session))[1] == "minimized":
                await set_bounds(self._session)
            await self.page.bring_to_front()

    async def in_front(self) -> bool:
        """Return whether the window has the desktop's focus; False if it does not answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                return (
                    await self._run("document.hasFocus() && document.visibilityState === 'visible'") is True
                )
        except (PlaywrightError, TimeoutError):
            return False

    async def place(self, layout: PanelLayout) -> None:
        """Place the window next to the chat's."""
        await layout.place(self.page.context, self._session)

    async def remember(self, layout: PanelLayout) -> None:
        """Save the window's place."""
        await layout.remember(self._session)

    async def close(self) -> None:
        """Close the window without calling `on_lost`."""
        self.alive = False
        with suppress(PlaywrightError):
            await self.page.close()

    async def address(self) -> str:
        """Return the present address of the window; "" if it is unknown."""
        try:
            return str((await call(self._session, "Page.getFrameTree"))["frameTree"]["frame"]["url"])
        except PlaywrightError:
            return ""

    async def leave(self) -> None:
        """Detach from a page that navigated away: overlay leaves it to the user."""
        with suppress(PlaywrightError):
            await self._session.detach()

    async def _fill(self, session: CDPSession) -> None:
        for name, handler in {
            "Runtime.executionContextCreated": self._context_created,
            "Runtime.executionContextDestroyed": self._context_gone,
            "Runtime.executionContextsCleared": self._contexts_gone,
            "Runtime.bindingCalled": self._called,
        }.items():
            session.on(name, guarded(handler))
        self.page.on("close", guarded(lambda *_: self._end("closed")))
        self.page.on("crash", guarded(lambda *_: self._end("crashed")))
        await asyncio.gather(call(session, "Page.enable"), call(session, "Runtime.enable"))
        frame = (await call(session, "Page.getFrameTree"))["frameTree"]["frame"]["id"]
        await call(session, "Page.setDocumentContent", {"frameId": frame, "html": html()})
        world = await call(session, "Page.createIsolatedWorld", {"frameId": frame, "worldName": self._world})
        self._mine = world["executionContextId"]
        await call(
            session,
            "Runtime.addBinding",
            {"name": self._binding, "executionContextName": self._world},
        )
        self.alive = True
        await self._run(script({"binding": self._binding, "entry": self._entry}))

    async def _run_soon(self, source: str, value: str) -> None:
        """Run `source` with a time limit: a page that crashed or hangs never answers."""
        silent = asyncio.get_running_loop().call_later(SILENT, self._on_silent)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._run(source, value)
        except TimeoutError:
            self._end("crashed")
        finally:
            silent.cancel()

    async def _run(self, source: str, value: str | None = None) -> Any:
        """Run `source` in overlay's isolated world, and return its value.

        With `value`, which may be megabytes, `source` is a function that is called with it. The world is
        addressed by its unique id, since numeric ids are reused.
        """
        world = self._contexts.get(self._mine or 0)
        if not self.alive or world is None:
            raise PlaywrightError("the panel's window is gone")
        if value is None:
            answer = await call(
                self._session, "Runtime.evaluate", {"expression": source, "uniqueContextId": world}
            )
        else:
            what = {
                "functionDeclaration": source,
                "arguments": [{"value": value}],
                "uniqueContextId": world,
            }
            answer = await call(self._session, "Runtime.callFunctionOn", what)
        if "exceptionDetails" in answer:
            log.error("the panel's script failed: %s", answer["exceptionDetails"])
            raise PlaywrightError("the panel's script failed")
        return answer["result"].get("value")

    def _context_created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["name"] == self._world:
            self._contexts[context["id"]] = context["uniqueId"]

    def _context_gone(self, event: dict[str, Any]) -> None:
        if event["executionContextId"] == self._mine:
            self._end("left")

    def _contexts_gone(self, *_: object) -> None:
        self._end("left")

    def _called(self, event: dict[str, Any]) -> None:
        if not self.alive or event["name"] != self._binding or event["executionContextId"] != self._mine:
            return
        if event["payload"] == ALIVE:
            self._answering = asyncio.create_task(self._say_alive())
            return
        try:
            message = parse(event["payload"])
        except InvalidMessage as error:
            log.warning("overlay ignored a message from its panel: %s", error)
            return
        self._on_message(message)

    async def _say_alive(self) -> None:
        with suppress(PlaywrightError):
            await self._run(f"globalThis[{json.dumps(self._entry)}].answered()")

    def _end(self, how: LossReason) -> None:
        if self.alive:
            self.alive = False
            self._on_lost(how)
