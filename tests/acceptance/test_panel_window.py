"""The panel in a real window, on screens of two sizes. Xvfb has no window manager, so no window is minimized."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from overlay import Companion
from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.companion.browser import launch_options as real_options
from overlay.demo.server import DemoSite
from overlay.tools import tool
from overlay.ui.panel.layout import set_bounds, window_bounds
from overlay.ui.panel.placement import Bounds
from tests.acceptance.honest import READ
from tests.companion.test_companion import DEMO, fence, say
from tests.injected.stage import in_sight
from tests.support.faces import in_face, middle_of
from tests.support.scene import call
from tests.support.screens import screen, window_on_top

pytestmark = pytest.mark.browser
SMALL = (1366, 768)
SIZES = [SMALL, (1920, 1080)]


@pytest.fixture
async def site() -> AsyncIterator[DemoSite]:
    async with DemoSite(rate=60) as running:
        yield running


@pytest.fixture(autouse=True)
def browser_of_the_run(window_browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def options(found: Browser, headless: bool, **more: Any) -> dict[str, Any]:
        return real_options(window_browser, headless, loopback_only=True)

    def ensure(browser: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return window_browser

    monkeypatch.setattr(browser_context, "ensure_browser", ensure)
    monkeypatch.setattr(browser_context, "launch_options", options)
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@tool(destructive=True)
def wipe(what: str) -> str:
    """Deletes."""
    return "gone"


@asynccontextmanager
async def launched(site: DemoSite, tmp_path: Path) -> AsyncGenerator[tuple[Companion, Page]]:
    """A companion in real windows, and its panel's page."""
    async with Companion(
        site.url, tools=[wipe], profile=DEMO, inspectable=True, profile_dir=tmp_path / "profile"
    ) as companion:
        assert companion.panel
        assert companion.panel.page
        yield companion, companion.panel.page


async def bounds_of(page: Page) -> Bounds:
    session = await page.context.new_cdp_session(page)
    try:
        return (await window_bounds(session))[0]
    finally:
        await session.detach()


async def move(page: Page, bounds: Bounds) -> None:
    session = await page.context.new_cdp_session(page)
    await set_bounds(session, bounds)
    await session.detach()


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_the_panel_is_beside_the_chat_and_then_where_it_was_left(
    site: DemoSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    left = Bounds(width - 410, 40, 400, 600)
    async with screen(width, height) as display:
        monkeypatch.setenv("DISPLAY", display)
        async with launched(site, tmp_path) as (companion, panel):
            chat, beside = await bounds_of(companion.page), await bounds_of(panel)
            desktop = Bounds(0, 0, width, height)
            assert chat.common(beside) == 0
            assert chat.inside(desktop)
            assert beside.inside(desktop)
            assert beside.left >= chat.right
            # The panel has no tabs and no toolbar.
            chrome = "outerHeight - innerHeight"
            assert await panel.evaluate(chrome) < await companion.page.evaluate(chrome) / 2
            await move(panel, left)
        async with launched(site, tmp_path) as (companion, panel):
            assert await bounds_of(panel) == left
            assert (await bounds_of(companion.page)).common(left) == 0
            await check_the_blocks_button(companion, panel, display)


async def check_the_blocks_button(companion: Companion, panel: Page, display: str) -> None:
    """Check that the button of a block with a question brings the panel to the front, over the chat's window."""
    await say(companion, fence(call("wipe", what="disk")))
    await press(companion.page, ".execute-button")
    await expect(panel.get_by_role("article")).to_contain_text("disk")
    assert await panel.title() == "(1) overlay"
    # As if the user had moved the chat over the panel.
    over = Bounds(0, 0, 1300, 700)
    await move(companion.page, over)
    await companion.page.bring_to_front()
    await until_top(display, over)
    await press(companion.page, ".question-button")
    await until_top(display, await bounds_of(panel))
    await panel.get_by_role("button", name="Deny").click()
    await expect(in_face(companion.page, ".question-button")).to_have_count(0)
    assert await panel.title() == "overlay"


async def press(page: Page, selector: str) -> None:
    """Click with the mouse, once the target has been in plain sight for a while."""
    target = in_face(page, selector)
    await in_sight(target, READ)
    await page.mouse.click(*await middle_of(target))


async def until_top(display: str, bounds: Bounds) -> None:
    """Wait until the window with these bounds is in front."""
    async with asyncio.timeout(20):
        # The display reports no change.
        while await asyncio.to_thread(window_on_top, display) != bounds:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
