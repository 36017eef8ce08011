"""Without a screen the browser has one of 800 × 600."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, CDPSession

from overlay.ui.panel.layout import PanelLayout, screens_of, set_bounds, window_bounds
from overlay.ui.panel.new_window import popup_window
from overlay.ui.panel.placement import Bounds
from overlay.ui.panel.saved_places import SavedPlaces
from tests.injected.fixtures import own_context

__all__ = ["own_context"]
WIDE = Bounds(0, 0, 800, 600)


class Desktop:
    """A chat over the whole screen, and a panel that has just been opened."""

    def __init__(self, context: BrowserContext, chat: CDPSession, panel: CDPSession, folder: Path) -> None:
        self.context, self.chat, self.panel = context, chat, panel
        self.kept = SavedPlaces(folder / "panel.json")

    def layout(self, *, may_move: bool) -> PanelLayout:
        return PanelLayout(lambda: self.context.pages[0], self.kept, may_move=may_move)

    async def place(self, *, may_move: bool) -> tuple[Bounds, Bounds]:
        """Place both; return where the chat and the panel are then."""
        await self.layout(may_move=may_move).place(self.context, self.panel)
        return (await window_bounds(self.chat))[0], (await window_bounds(self.panel))[0]


@pytest.fixture
async def desktop(context: BrowserContext, tmp_path: Path) -> Desktop:
    chat = await context.new_cdp_session(await context.new_page())
    await set_bounds(chat, WIDE)
    _, panel = await popup_window(context)
    assert await screens_of(panel) == [WIDE]
    return Desktop(context, chat, panel, tmp_path)


async def test_a_chat_in_a_browser_of_overlays_own_makes_room(desktop: Desktop) -> None:
    chat, panel = await desktop.place(may_move=True)
    assert (chat, panel) == (Bounds(0, 0, 500, 600), Bounds(500, 0, 300, 600))


@pytest.mark.thorough
async def test_a_chat_in_a_browser_that_ran_before_is_not_moved(desktop: Desktop) -> None:
    chat, panel = await desktop.place(may_move=False)
    assert (chat, panel.right) == (WIDE, 800)


@pytest.mark.thorough
async def test_a_place_that_only_overlay_chose_is_not_kept(desktop: Desktop) -> None:
    layout = desktop.layout(may_move=True)
    await layout.place(desktop.context, desktop.panel)
    await layout.remember(desktop.panel)
    assert desktop.kept.get([WIDE]) is None


@pytest.mark.thorough
async def test_a_place_that_the_user_chose_is_kept(desktop: Desktop) -> None:
    layout, chosen = desktop.layout(may_move=True), Bounds(450, 20, 340, 400)
    await layout.place(desktop.context, desktop.panel)
    await set_bounds(desktop.panel, chosen)
    await layout.remember(desktop.panel)
    assert desktop.kept.get([WIDE]) == chosen


async def test_a_panel_that_is_gone_is_not_placed_and_stops_nothing(
    desktop: Desktop, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "overlay.ui.panel.layout")
    layout = desktop.layout(may_move=True)
    await desktop.context.pages[1].close()
    await layout.place(desktop.context, desktop.panel)
    await layout.remember(desktop.panel)
    assert "was not placed" in caplog.text
