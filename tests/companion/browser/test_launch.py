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


def test_the_options_name_the_browser_found_and_its_mode() -> None:
    headless, window = launch_options(browser(), True), launch_options(browser(), False)
    assert headless["executable_path"] == "/b"
    assert headless["headless"] is True
    assert window["headless"] is False
    assert "--disable-background-networking" in headless["args"]
    assert not [arg for arg in headless["args"] if "host-resolver" in arg]


def test_the_sandbox_is_on_except_where_the_browser_needs_it_off() -> None:
    assert launch_options(browser(), True)["chromium_sandbox"] is True
    options = launch_options(browser("--no-sandbox"), True)
    assert options["chromium_sandbox"] is False
    assert "--no-sandbox" in options["args"]


def test_a_window_keeps_each_protection_of_the_user_and_hides_nothing() -> None:
    unsafe = ["safebrowsing", "certificate", "web-security", "phishing", "no-sandbox", "AutomationControlled"]
    for headless in (False, True):
        args = launch_options(browser(), headless)["args"]
        assert [arg for arg in args if any(word in arg for word in unsafe)] == []
    ignored = launch_options(browser(), False)["ignore_default_args"]
    assert "--disable-popup-blocking" in ignored
    assert "--force-color-profile=srgb" in ignored


def test_a_windows_size_and_theme_are_the_users() -> None:
    assert AS_THE_PERSONS["no_viewport"] is True
    features = ["color_scheme", "reduced_motion", "forced_colors", "contrast"]
    assert {feature: AS_THE_PERSONS[feature] for feature in features} == dict.fromkeys(features, "null")


async def test_the_browser_of_the_tests_reaches_nothing_beyond_this_machine(page: Page) -> None:
    # Without the rule this would be ERR_CONNECTION_REFUSED (or an answer): the system knows the address.
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        await page.goto("http://127.0.0.2:1023/")


async def test_names_under_test_lead_to_this_machine(page: Page) -> None:
    # Nobody listens there, but the name was resolved.
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        await page.goto("http://some.site.test:1023/")


@pytest.mark.thorough
async def test_the_browser_found_on_this_machine_starts_and_is_of_the_version_it_said(
    playwright: Playwright,
) -> None:
    found = ensure_browser(notify=lambda line: None)
    started = await playwright.chromium.launch(**launch_options(found, True))
    try:
        assert started.version == found.version
    finally:
        await started.close()
