from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from overlay.common.errors import UsageError
from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.companion.browser import launch_options as real_options
from overlay.companion.browser_context import open_context
from tests.companion.browser.running import DOWNLOAD, downloaded, downloads_to, running_browser
from tests.support.screens import screen

Open = Callable[..., Any]


@pytest.fixture
def opened(window_browser: Browser, overlay_browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Open:
    """`open_context` with a browser of the run: the one with windows, or the shell if one is named."""

    def ensure(browser: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return overlay_browser if browser else window_browser

    monkeypatch.setattr(browser_context, "ensure_browser", ensure)

    def options(found: Browser, headless: bool, **more: Any) -> dict[str, Any]:
        return real_options(found, True, loopback_only=True)

    monkeypatch.setattr(browser_context, "launch_options", options)

    def start(**given: Any) -> Any:
        plain: dict[str, Any] = {
            "headless": True,
            "profile_dir": None,
            "browser": None,
            "connect": None,
            "notify": str,
        }
        return open_context(**(plain | given))

    return start


async def confirmed(context: BrowserContext) -> bool:
    """The page's answer when a user at the window says yes to its question."""
    page = context.pages[0]
    session: Any = await context.new_cdp_session(page)
    asked = asyncio.Event()

    def heard(_: object) -> None:
        asked.set()

    session.on("Page.javascriptDialogOpening", heard)
    await session.send("Page.enable")
    answer = asyncio.create_task(page.evaluate("confirm('Delete this chat?')"))
    await asked.wait()
    with suppress(PlaywrightError):  # it may have been answered by then
        await session.send("Page.handleJavaScriptDialog", {"accept": True})
    return await answer


@pytest.mark.thorough
async def test_a_run_without_a_window_dismisses_dialogs_and_ends_its_browser(opened: Open) -> None:
    async with opened(browser="headless-shell") as context:
        browser = context.browser
        page = await context.new_page()
        assert await page.evaluate("confirm('Delete this chat?')") is False
        assert browser.is_connected()
    assert not browser.is_connected()


@pytest.mark.thorough
async def test_a_window_has_overlays_profile_and_leaves_dialogs_and_downloads_to_the_user(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "own"
    monkeypatch.setattr(browser_context, "own_profile", lambda: profile)
    downloads_to(tmp_path / "theirs", profile)
    async with opened(headless=False) as context:
        page = context.pages[0]
        assert await page.evaluate("navigator.webdriver") is True
        assert await confirmed(context) is True
        cookie = {"name": "kept", "value": "yes", "url": "http://127.0.0.1/", "expires": 4_000_000_000}
        await context.add_cookies([cookie])
        with pytest.raises(UsageError, match=r"is used by process \d+.*\n.*another one with --profile"):
            async with opened(profile_dir=profile):
                pass
        await page.set_content(DOWNLOAD)
        await page.click("a")
        await downloaded(tmp_path / "theirs")
    assert await downloaded(tmp_path / "theirs") == {"file.txt": "whole"}
    async with opened(profile_dir=profile) as context:
        assert [cookie["name"] for cookie in await context.cookies()] == ["kept"]


@pytest.mark.thorough
async def test_a_running_browser_keeps_its_dialogs_and_downloads_and_goes_on_afterwards(
    opened: Open, window_browser: Browser, tmp_path: Path
) -> None:
    downloads_to(tmp_path / "theirs", tmp_path / "profile")
    async with running_browser(window_browser, tmp_path / "profile") as address:
        async with opened(headless=False, connect=address) as context:
            assert await confirmed(context) is True
        async with opened(connect=address) as context:
            assert context.browser.is_connected()
            await context.pages[0].set_content(DOWNLOAD)
            await context.pages[0].click("a")
            assert await downloaded(tmp_path / "theirs") == {"file.txt": "whole"}


@pytest.mark.thorough
async def test_an_address_where_nothing_listens_is_wrong_use(opened: Open) -> None:
    with pytest.raises(UsageError, match=r"--connect http://127\.0\.0\.1:1: "):
        async with opened(connect="http://127.0.0.1:1"):
            pass


@pytest.fixture
async def display(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A screen that nobody looks at."""
    async with screen(1400, 900) as name:
        monkeypatch.setenv("DISPLAY", name)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        yield


@pytest.mark.usefixtures("display")
@pytest.mark.thorough
async def test_a_window_has_the_users_theme_and_the_page_its_size(
    window_browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def options(found: Browser, headless: bool, **more: Any) -> dict[str, Any]:
        plain = real_options(window_browser, headless, loopback_only=True)
        return plain | {"args": [*plain["args"], "--force-dark-mode", "--window-size=800,600"]}

    def ensure(browser: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return window_browser

    monkeypatch.setattr(browser_context, "ensure_browser", ensure)
    monkeypatch.setattr(browser_context, "launch_options", options)
    async with open_context(
        headless=False, profile_dir=tmp_path / "profile", browser=None, connect=None, notify=lambda line: None
    ) as context:
        dark, size, driven = await context.pages[0].evaluate(
            "[matchMedia('(prefers-color-scheme: dark)').matches, outerWidth, navigator.webdriver]"
        )
    assert dark
    assert size == 800
    assert driven


@pytest.mark.thorough
async def test_no_browser_with_a_profile_is_started_if_the_preparation_fails(
    opened: Open, tmp_path: Path
) -> None:
    async def fail() -> None:
        raise UsageError("not valid")

    with pytest.raises(UsageError, match="not valid"):
        async with opened(profile_dir=tmp_path / "profile", prepare=fail):
            pass
    assert not (tmp_path / "profile").exists()
