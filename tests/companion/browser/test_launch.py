from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Error, Page, Playwright

from overlay.common.errors import UsageError
from overlay.companion.browser import AS_THE_PERSONS, ensure_browser, launch_options
from overlay.companion.browser.model import Browser


def test_a_headless_shell_with_a_window_is_wrong_use() -> None:
    shell = Browser(Path("/b"), "headless-shell", "installed", "Chromium", "1.2.3.4")
    with pytest.raises(UsageError, match="/b has no windows"):
        launch_options(shell, False)


def browser(*args: str) -> Browser:
    return Browser(Path("/b"), "chromium", "installed", "Chromium", "1.2.3.4", args)


def test_the_browser_started_is_the_one_found() -> None:
    assert launch_options(browser(), True)["executable_path"] == "/b"


@pytest.mark.parametrize("headless", [True, False])
def test_headless_is_handed_on(headless: bool) -> None:
    assert launch_options(browser(), headless)["headless"] is headless


def test_the_sandbox_is_on_though_playwrights_default_is_off() -> None:
    assert launch_options(browser(), True)["chromium_sandbox"] is True


def test_the_sandbox_is_off_where_the_browser_needs_it_off() -> None:
    options = launch_options(browser("--no-sandbox"), True)
    assert options["chromium_sandbox"] is False
    assert "--no-sandbox" in options["args"]


def test_background_networking_is_off() -> None:
    assert "--disable-background-networking" in launch_options(browser(), True)["args"]


@pytest.mark.parametrize("unsafe", ["safebrowsing", "certificate", "web-security", "phishing", "no-sandbox"])
def test_no_protection_of_the_user_is_switched_off(unsafe: str) -> None:
    assert not [arg for arg in launch_options(browser(), False)["args"] if unsafe in arg]


def test_a_window_keeps_the_popup_blocker_that_playwright_would_switch_off() -> None:
    assert "--disable-popup-blocking" in launch_options(browser(), False)["ignore_default_args"]


def test_a_window_shows_colours_as_the_users_screen_does() -> None:
    assert "--force-color-profile=srgb" in launch_options(browser(), False)["ignore_default_args"]


@pytest.mark.parametrize("headless", [True, False])
def test_nothing_hides_that_the_browser_is_driven(headless: bool) -> None:
    options = launch_options(browser(), headless)
    assert [arg for arg in options["args"] if "AutomationControlled" in arg] == []


def test_a_windows_size_is_the_users() -> None:
    assert AS_THE_PERSONS["no_viewport"] is True


@pytest.mark.parametrize("feature", ["color_scheme", "reduced_motion", "forced_colors", "contrast"])
def test_a_windows_theme_is_the_users(feature: str) -> None:
    assert AS_THE_PERSONS[feature] == "null"


def test_a_live_browser_reaches_everything() -> None:
    assert not [arg for arg in launch_options(browser(), True)["args"] if "host-resolver" in arg]


async def test_the_browser_of_the_tests_reaches_nothing_beyond_this_machine(page: Page) -> None:
    # Without the rule this would be ERR_CONNECTION_REFUSED (or an answer): the system knows the address.
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        await page.goto("http://127.0.0.2:1023/")


async def test_names_under_test_lead_to_this_machine(page: Page) -> None:
    # Nobody listens there, but the name was resolved.
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        await page.goto("http://some.site.test:1023/")


async def test_the_browser_found_on_this_machine_starts_and_is_of_the_version_it_said(
    playwright: Playwright,
) -> None:
    found = ensure_browser(notify=lambda line: None)
    started = await playwright.chromium.launch(**launch_options(found, True))
    try:
        assert started.version == found.version
    finally:
        await started.close()
