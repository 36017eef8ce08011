from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.capture.pytest_support.found_browser import with_found_browser
from overlay.companion.browser import find, locations
from overlay.companion.browser.model import Browser

FOUND = Browser(Path("/usr/bin/found"), "chromium", "installed", "Chromium", "1")


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which Playwright has no browser of its own, and Chromium is installed."""

    def none(*_: object) -> None: ...

    def found(**_: object) -> Browser:
        return FOUND

    monkeypatch.setattr(locations, "playwright_own", none)
    monkeypatch.setattr(find, "find_browser", found)


def test_the_browser_that_overlay_finds_is_started_where_playwright_has_none() -> None:
    assert with_found_browser({"headless": True}, "chromium")["executable_path"] == "/usr/bin/found"


@pytest.mark.parametrize(
    ("options", "name"),
    [({"channel": "chrome"}, "chromium"), ({"executable_path": "/mine"}, "chromium"), ({}, "firefox")],
)
def test_a_browser_that_was_asked_for_stays(options: dict[str, Any], name: str) -> None:
    assert with_found_browser(options, name) == options
