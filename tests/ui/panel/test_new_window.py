from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from playwright.async_api import BrowserContext, Page

from observers.cdp import call
from overlay.ui.panel import new_window as opening
from overlay.ui.panel.new_window import new_window, popup_window
from tests.injected.fixtures import own_context

__all__ = ["own_context"]


async def window_of(context: BrowserContext, page: Page) -> int:
    session = await context.new_cdp_session(page)
    return int((await call(session, "Browser.getWindowForTarget"))["windowId"])


async def test_the_panel_is_a_window_of_its_own_in_the_same_context(context: BrowserContext) -> None:
    beside = await context.new_page()
    page, _ = await new_window(context)
    assert page in context.pages
    assert await window_of(context, page) != await window_of(context, beside)


@pytest.mark.thorough
async def test_the_session_is_to_that_page(context: BrowserContext) -> None:
    await context.new_page()
    page, session = await new_window(context)
    await call(session, "Runtime.evaluate", {"expression": "document.title = 'mine'"})
    assert await page.title() == "mine"


async def test_the_panels_window_has_no_opener(context: BrowserContext) -> None:
    await context.new_page()
    page, _ = await new_window(context)
    assert (await page.opener(), await page.evaluate("window.opener")) == (None, None)


@pytest.mark.thorough
async def test_a_page_that_opens_meanwhile_is_not_taken_for_the_new_window(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = await context.new_page()
    real = opening._create  # pyright: ignore[reportPrivateUsage]

    async def late(context: BrowserContext, how: dict[str, Any]) -> str | None:
        await beside.evaluate("void window.open('about:blank')")
        return await real(context, how)

    monkeypatch.setattr(opening, "_create", late)
    page, _ = await new_window(context)
    assert await page.opener() is None


async def test_a_window_without_a_page_beside_it_opens_as_a_tab(context: BrowserContext) -> None:
    page, _ = await new_window(context)
    assert context.pages == [page]


async def test_a_window_opens_as_a_tab_if_the_browser_makes_no_windows(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await context.new_page()
    monkeypatch.setattr(opening, "SIZE", {"width": "wide"})
    page, _ = await new_window(context)
    assert len(context.pages) == 2
    assert page is context.pages[1]


async def test_a_window_that_never_shows_up_is_given_up(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(context: BrowserContext, how: dict[str, Any]) -> str:
        return "nowhere"

    monkeypatch.setattr(opening, "_create", nothing)
    monkeypatch.setattr(opening, "PATIENCE", 0)
    with pytest.raises(TimeoutError):
        await new_window(context)


async def test_opening_a_window_leaves_no_listener(context: BrowserContext) -> None:
    heard: list[Any] = []
    listen, unlisten = context.on, context.remove_listener

    class Watched:
        pages = context.pages
        browser = None

        def on(self, name: str, handler: Any) -> None:
            heard.append(handler)
            listen(cast("Any", name), handler)

        def remove_listener(self, name: str, handler: Any) -> None:
            heard.remove(handler)
            unlisten(name, handler)

        new_page = staticmethod(context.new_page)
        new_cdp_session = staticmethod(context.new_cdp_session)

    await asyncio.wait_for(new_window(cast("Any", Watched())), 30)
    assert heard == []


async def test_a_window_without_tabs_has_no_tie_to_the_tab_that_opened_it(context: BrowserContext) -> None:
    beside = await context.new_page()
    page, session = await popup_window(context)
    info = (await call(session, "Target.getTargetInfo"))["targetInfo"]
    assert (await page.evaluate("window.opener"), info["canAccessOpener"]) == (None, False)
    assert context.pages == [beside, page]


@pytest.mark.thorough
async def test_a_window_without_tabs_is_not_confused_with_a_pages_own(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = await context.new_page()
    real = opening._create  # pyright: ignore[reportPrivateUsage]

    async def late(context: BrowserContext, how: dict[str, Any]) -> str | None:
        created = await real(context, how)
        await beside.evaluate("void window.open('about:blank', '_blank', 'popup')")
        return created

    monkeypatch.setattr(opening, "_create", late)
    page, _ = await popup_window(context)
    assert (await page.evaluate("window.opener"), len(context.pages)) == (None, 3)


@pytest.mark.thorough
async def test_an_ordinary_window_opens_if_one_without_tabs_can_not_be_opened(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = await context.new_page()
    monkeypatch.setattr(opening, "POPUP", "0")
    monkeypatch.setattr(opening, "PATIENCE", 2)
    page, _ = await popup_window(context)
    assert context.pages == [beside, page]
    assert await window_of(context, page) != await window_of(context, beside)
