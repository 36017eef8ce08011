"""What every test may use: a real browser, from overlay's own finder, and folders that are no person's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overlay.browser import Browser, ensure_browser, launch_options


@pytest.fixture(scope="session", autouse=True)
def overlay_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """`OVERLAY_HOME` for the whole run: no test reads or writes the person's own folders."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("overlay-home")
        patch.setenv("OVERLAY_HOME", str(home))
        yield home


@pytest.fixture(scope="session")
def overlay_browser(pytestconfig: pytest.Config) -> Browser:
    """The browser of the run, brought in if the machine has none; what is being done is shown at once."""
    capture: Any = pytestconfig.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\noverlay: {line}", flush=True)  # noqa: T201 - a download must not look like a test that hangs

    return ensure_browser(pytestconfig.getoption("--browser-channel"), say=say)


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], overlay_browser: Browser
) -> dict[str, Any]:
    """pytest-playwright's launch options, with overlay's browser and flags in place of its own."""
    given = dict(browser_type_launch_args)
    given.pop("channel", None)
    return {**launch_options(overlay_browser, headless=given.get("headless", True)), **given}
