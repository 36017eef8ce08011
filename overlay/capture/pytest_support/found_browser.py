"""Lets the fixtures of pytest-playwright start the browser that overlay finds, if Playwright has none.

If a test of the run uses `overlay_page`, the browser gets the debugging port by which overlay reaches it.

Registered if pytest-playwright or pytest-playwright-asyncio is installed; a conftest may override it.
"""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_name: str, request: pytest.FixtureRequest
) -> dict[str, Any]:
    """The plug-in's launch options, with what overlay needs."""
    from overlay.capture.pytest_support.debugging_port import with_port

    options = with_found_browser(browser_type_launch_args, browser_name)
    names = (name for item in request.session.items for name in getattr(item, "fixturenames", ()))
    return with_port(options) if browser_name == "chromium" and "overlay_page" in names else options


def with_found_browser(options: dict[str, Any], browser_name: str) -> dict[str, Any]:
    """Return launch options that start on this machine; unchanged if they name a browser or need another."""
    from overlay.companion.browser.find import find_browser
    from overlay.companion.browser.locations import playwright_own
    from overlay.companion.browser.model import Channel, Machine

    if browser_name != "chromium" or options.get("channel") or options.get("executable_path"):
        return options
    headless = options.get("headless", True)
    machine = Machine.current()
    own: Channel = "headless-shell" if headless else "chromium"
    if playwright_own(machine, own):
        return options
    found = find_browser(headless=headless, machine=machine)
    return {**options, "executable_path": str(found.path)} if found else options
