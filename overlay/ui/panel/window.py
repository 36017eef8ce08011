"""The panel's window: a page with our own text and no script in it, driven from an isolated world.

Nothing of overlay lies in the page's own world: a site that the window is led to finds nothing there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.page_bridge import guarded
from overlay.ui.panel.messages import InvalidMessage, PanelMessage, PanelState, parse
from overlay.ui.panel.new_window import new_window
from overlay.ui.panel.page import html, script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)
How = Literal["closed", "crashed", "left"]
PATIENCE = 10.0
"""Seconds that the window has to show something."""
Opener = Callable[["BrowserContext"], Awaitable[tuple["Page", "CDPSession"]]]


class Window:
    """One window, from opening it to its loss: once lost it is never used again.

    `heard(order)` is told what the person did in it; `lost(how)`, once: `closed` by the person, `crashed`, or
    `left`, when its page became another one (reloaded ones too).
    """

    def __init__(self, heard: Callable[[PanelMessage], None], lost: Callable[[How], None]) -> None:
        self._heard = heard
        self._lost = lost
        self._binding, self._entry, self._world = (f"x{secrets.token_hex(8)}" for _ in range(3))
        self._contexts: dict[int, str] = {}
        self._mine: int | None = None
        self._session: CDPSession
        self.page: Page
        self.alive = False

    async def open(self, context: BrowserContext, opener: Opener = new_window) -> None:
        """Open it and show the empty panel. Raises playwright's Error or TimeoutError if that can't be."""
        self.page, self._session = await opener(context)
        try:
            await self._fill(self._session)
        except PlaywrightError:
            await self.close()
            raise

    async def show(self, shown: PanelState) -> None:
        """Show what has changed. A window that is just being lost shows nothing, and says so by `lost`."""
        take = f"function (shown) {{ globalThis[{json.dumps(self._entry)}].take(shown); }}"
        with suppress(PlaywrightError):
            await self._run_soon(take, shown.as_json())

    async def front(self) -> None:
        """Bring it before the other windows."""
        with suppress(PlaywrightError):
            await self.page.bring_to_front()

    async def close(self) -> None:
        """Close it, without telling that it is lost."""
        self.alive = False
        with suppress(PlaywrightError):
            await self.page.close()

    async def address(self) -> str:
        """Return what the window shows now; "" if that can't be told."""
        try:
            return str((await call(self._session, "Page.getFrameTree"))["frameTree"]["frame"]["url"])
        except PlaywrightError:
            return ""

    async def leave(self) -> None:
        """Let go of a page that is another one by now: it is the person's."""
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
        """A page that crashed or hangs answers nothing, and must not keep the next window waiting."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._run(source, value)
        except TimeoutError:
            self._end("crashed")

    async def _run(self, source: str, value: str | None = None) -> None:
        """Run it in our world, and in no other: numbers of worlds are used again, these names are not.

        With a `value`, which may be megabytes, `source` is a function that is handed it.
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
        try:
            order = parse(event["payload"])
        except InvalidMessage as error:
            log.warning("overlay ignored a message from its panel: %s", error)
            return
        self._heard(order)

    def _end(self, how: How) -> None:
        if self.alive:
            self.alive = False
            self._lost(how)
