"""Places the panel's window next to the chat's, and saves where the user leaves it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from overlay.ui.panel.placement import Bounds, chat_place, panel_place, screen_of
from overlay.ui.panel.saved_places import SavedPlaces

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

log = logging.getLogger(__name__)


class PanelLayout:
    """Places both windows. `chat` returns the page with the chat; `kept` has the places of earlier runs.

    `may_move`: the chat's window may be moved and resized; only in a browser that overlay started.
    """

    def __init__(self, chat: Callable[[], Page], kept: SavedPlaces, *, may_move: bool) -> None:
        self._chat = chat
        self._kept = kept
        self._may_move = may_move
        self._last: Bounds | None = None

    async def place(self, context: BrowserContext, panel: CDPSession) -> None:
        """Place the panel, and make room for it. If the browser refuses, that is logged."""
        try:
            chat = await context.new_cdp_session(self._chat())
            try:
                await self._place(chat, panel)
            finally:
                await chat.detach()
        except PlaywrightError as error:
            log.debug("the panel was not placed: %s", error)

    async def remember(self, panel: CDPSession) -> None:
        """Save the panel's place if the user has moved it since the last time."""
        try:
            bounds, state = await window_bounds(panel)
            if self._last is None or state != "normal" or bounds == self._last:
                return
            self._last = bounds
            self._kept.put(await screens_of(panel), bounds)
        except PlaywrightError as error:
            log.debug("the panel's place is not known: %s", error)

    async def _place(self, chat: CDPSession, panel: CDPSession) -> None:
        screens = await screens_of(panel)
        place, state = await window_bounds(chat)
        await set_bounds(
            panel,
            panel_place(place, screens, self._kept.get(screens), may_move=self._may_move),
        )
        # The window manager may have moved it, and the browser may have made it wider.
        self._last, _ = await window_bounds(panel)
        beside = chat_place(place, self._last, screen_of(place, screens))
        if self._may_move and beside not in (None, place) and state in ("normal", "maximized"):
            await set_bounds(chat, beside)


async def window_bounds(session: CDPSession) -> tuple[Bounds, str]:
    """Return the bounds of the session's window, and `normal`, `minimized`, `maximized` or `fullscreen`.

    Raises Playwright's Error.
    """
    found: dict[str, Any] = (await call(session, "Browser.getWindowForTarget"))["bounds"]
    return Bounds(*(int(found[side]) for side in ("left", "top", "width", "height"))), found["windowState"]


async def set_bounds(session: CDPSession, bounds: Bounds | None = None) -> None:
    """Give the session's window these bounds; without `bounds`, only restore it.

    CDP accepts no bounds while the window is minimized or maximized. Raises Playwright's Error.
    """
    found = await call(session, "Browser.getWindowForTarget")
    wanted: list[dict[str, Any]] = []
    if found["bounds"]["windowState"] != "normal":
        wanted.append({"windowState": "normal"})
    if bounds:
        sides = ("left", "top", "width", "height")
        wanted.append({side: getattr(bounds, side) for side in sides})
    for one in wanted:
        await call(session, "Browser.setWindowBounds", {"windowId": found["windowId"], "bounds": one})


async def screens_of(session: CDPSession) -> list[Bounds]:
    """Return the area for windows on each screen. Raises Playwright's Error if the browser has none."""
    found = await call(session, "Emulation.getScreenInfos")
    sides = ("availLeft", "availTop", "availWidth", "availHeight")
    return [Bounds(*(int(one[side]) for side in sides)) for one in found["screenInfos"]]
