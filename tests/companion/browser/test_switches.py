from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import playwright
import psutil
import pytest

from overlay.companion import browser_context
from overlay.companion.browser import Browser
from overlay.companion.browser import launch_options as real_options
from overlay.companion.browser.launch import LOOPBACK_ONLY
from overlay.companion.browser.switches import (
    DISABLED_FEATURES,
    ENABLED_FEATURES,
    EXTENSIONS,
    SWITCHES,
    VAULT,
    Switch,
    features_off,
    left_out,
)
from overlay.companion.browser_context import open_context
from tests.support.screens import screen

BUNDLE = Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js"
DOCS = Path(__file__).parents[3] / "docs/browser.md"


def part(begin: str, end: str) -> str:
    """A part of the installed driver's chromiumSwitches.ts."""
    text = BUNDLE.read_text("utf-8")
    start = text.index(begin, text.index("server/chromium/chromiumSwitches.ts"))
    return re.sub(r"^\s*//.*$", "", text[start : text.index(end, start)], flags=re.MULTILINE)


def strings(text: str) -> list[str]:
    return re.findall(r'"((?:--)?[A-Za-z][\w=-]+)"', text)


def current(table: tuple[Switch, ...]) -> list[str]:
    return [switch.name for switch in table if not switch.old]


def test_each_default_switch_of_the_installed_playwright_is_in_the_table() -> None:
    theirs = strings(part("chromiumSwitches = (options)", "].filter(Boolean)"))
    assert [name for name in theirs if "able-features=" not in name] == current(SWITCHES)


def test_each_feature_that_the_installed_playwright_switches_off_is_in_the_table() -> None:
    assert strings(part("disabledFeatures = [", "].filter(Boolean)")) == current(DISABLED_FEATURES)


def test_each_feature_that_the_installed_playwright_switches_on_is_in_the_table() -> None:
    assert strings(part("enabledFeatures = ()", "].filter(Boolean)")) == current(ENABLED_FEATURES)


def test_the_docs_have_the_rows_of_the_tables_and_no_others() -> None:
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert rows == [switch.row() for switch in (*SWITCHES, *DISABLED_FEATURES, *ENABLED_FEATURES)]


def test_no_switch_that_takes_safety_is_kept() -> None:
    assert {*VAULT, "--enable-automation", "--disable-component-update"} <= {*left_out()}


def test_no_feature_that_the_user_should_have_is_switched_off() -> None:
    names = ["HttpsUpgrades", "ThirdPartyStoragePartitioning", "Translate"]
    assert [name for name in names if name in features_off()] == []


def test_extensions_are_off_unless_the_user_wants_them() -> None:
    assert [set(EXTENSIONS) <= set(left_out(extensions=wanted)) for wanted in (False, True)] == [False, True]


def test_a_run_without_a_window_but_with_a_profile_uses_the_keyring_too() -> None:
    plain = Browser(Path("/b"), "chromium", "installed", "Chromium", "1.2.3.4")
    assert real_options(plain, True, lasting=True)["ignore_default_args"] == list(VAULT)


def test_a_run_without_a_window_and_profile_keeps_playwrights_switches() -> None:
    plain = Browser(Path("/b"), "chromium", "installed", "Chromium", "1.2.3.4")
    assert "ignore_default_args" not in real_options(plain, True)


def command_line(profile: Path) -> list[str]:
    """The command line of the browser that uses the profile."""
    pid = int(str((profile / "SingletonLock").readlink()).rpartition("-")[2])
    return psutil.Process(pid).cmdline()


@pytest.fixture
def plain_window(window_browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows reach this machine alone; otherwise they are as users have them."""

    def options(found: Browser, headless: bool, **more: Any) -> dict[str, Any]:
        return real_options(found, headless, loopback_only=True, **more)

    def ensure(browser: str | None, *, headless: bool, notify: Callable[[str], None]) -> Browser:
        return window_browser

    monkeypatch.setattr(browser_context, "launch_options", options)
    monkeypatch.setattr(browser_context, "ensure_browser", ensure)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


OWN_OF_OVERLAY = {"--user-data-dir", "--remote-debugging-pipe", "--no-sandbox", "--enable-features"}


@pytest.mark.usefixtures("plain_window")
@pytest.mark.thorough
async def test_a_running_window_has_no_switch_but_those_that_the_table_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "profile"
    async with screen(1000, 700) as name:
        monkeypatch.setenv("DISPLAY", name)
        async with open_context(
            headless=False, profile_dir=profile, browser=None, connect=None, notify=lambda line: None
        ) as context:
            line = command_line(profile)
            own = await context.pages[0].evaluate("Object.getOwnPropertyNames(navigator)")
            native = await context.pages[0].evaluate(
                "Object.getOwnPropertyDescriptor(Navigator.prototype, 'webdriver').get.toString()"
            )
    theirs = {*current(SWITCHES), "--enable-automation"}
    left = {name for name in line if name in theirs or name.partition("=")[0] in theirs}
    assert left == {switch.name for switch in SWITCHES if switch.kept}
    assert [name for name in line if name.startswith("--disable-features=")] == [features_off()]
    assert LOOPBACK_ONLY in line
    assert own == []
    assert "[native code]" in native
