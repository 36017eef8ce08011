from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Playwright

from overlay.companion.browser.locations import installed, playwright_folder, playwright_own
from overlay.companion.browser.model import Channel, Machine
from tests.companion.browser.conftest import REVISION, FakeMachine


def test_playwrights_chromium_is_known_by_the_revision_its_driver_asks_for(fake: FakeMachine) -> None:
    path = fake.playwright_browser()
    assert playwright_own(fake.machine) == path


def test_a_chromium_of_another_playwright_is_not_taken(fake: FakeMachine) -> None:
    path = fake.playwright_browser()
    folder = path.parent.parent
    folder.rename(folder.with_name("chromium-1"))
    assert playwright_own(fake.machine) is None


def test_a_download_that_did_not_finish_is_not_taken(fake: FakeMachine) -> None:
    path = fake.playwright_browser()
    (path.parent.parent / "INSTALLATION_COMPLETE").unlink()
    assert playwright_own(fake.machine) is None


def test_a_complete_download_without_the_executable_is_not_taken(fake: FakeMachine) -> None:
    fake.playwright_browser().unlink()
    assert playwright_own(fake.machine) is None


@pytest.mark.parametrize(
    "inside",
    [
        "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "chrome-win64/chrome.exe",
        "chrome-linux/chrome",
    ],
)
def test_playwrights_executable_is_found_in_the_folders_of_every_system(
    fake: FakeMachine, inside: str
) -> None:
    folder = playwright_folder(fake.machine) / f"chromium-{REVISION}"
    path = fake.browser(folder / inside)
    (folder / "INSTALLATION_COMPLETE").touch()
    assert playwright_own(fake.machine) == path


async def test_our_place_for_playwrights_chromium_is_playwrights_own(playwright: Playwright) -> None:
    theirs = Path(playwright.chromium.executable_path)
    assert theirs.is_relative_to(playwright_folder(Machine.current()))


@pytest.mark.parametrize(
    ("platform", "env", "expected"),
    [
        ("linux", {}, "{home}/.cache/ms-playwright"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/ms-playwright"),
        ("darwin", {}, "{home}/Library/Caches/ms-playwright"),
        ("win32", {}, "{home}/AppData/Local/ms-playwright"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/ms-playwright"),
        ("linux", {"PLAYWRIGHT_BROWSERS_PATH": "/elsewhere"}, "/elsewhere"),
        ("linux", {"PLAYWRIGHT_BROWSERS_PATH": "0"}, "{driver}/.local-browsers"),
    ],
)
def test_playwrights_folder_is_the_one_its_documentation_gives(
    fake: FakeMachine, platform: str, env: dict[str, str], expected: str
) -> None:
    fake.become(platform=platform, env=env)
    assert playwright_folder(fake.machine) == Path(
        expected.format(home=fake.machine.home, driver=fake.machine.driver)
    )


@pytest.mark.parametrize(
    ("platform", "channel", "place"),
    [
        ("linux", "chrome", "opt/google/chrome/chrome"),
        ("linux", "msedge", "opt/microsoft/msedge/msedge"),
        ("linux", "chromium", "usr/bin/chromium"),
        ("linux", "chromium", "usr/bin/chromium-browser"),
        ("linux", "chromium", "snap/bin/chromium"),
        ("darwin", "chrome", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("darwin", "msedge", "home/someone/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
        ("darwin", "chromium", "Applications/Chromium.app/Contents/MacOS/Chromium"),
    ],
)
def test_a_browser_in_its_systems_usual_place_is_found(
    fake: FakeMachine, platform: str, channel: Channel, place: str
) -> None:
    fake.become(platform=platform)
    path = fake.browser(fake.root / place)
    assert list(installed(fake.machine, channel)) == [path]


@pytest.mark.parametrize("variable", ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"])
@pytest.mark.parametrize(
    ("channel", "place"),
    [
        ("chrome", "Google/Chrome/Application/chrome.exe"),
        ("msedge", "Microsoft/Edge/Application/msedge.exe"),
        ("chromium", "Chromium/Application/chrome.exe"),
    ],
)
def test_a_browser_in_one_of_windows_program_folders_is_found(
    fake: FakeMachine, variable: str, channel: Channel, place: str
) -> None:
    fake.become(platform="win32", env={variable: str(fake.root / "programs")})
    path = fake.browser(fake.root / "programs" / place)
    assert list(installed(fake.machine, channel)) == [path]


@pytest.mark.parametrize(
    ("channel", "command"),
    [("chrome", "google-chrome"), ("msedge", "microsoft-edge-stable"), ("chromium", "chromium-browser")],
)
def test_a_browser_on_the_path_is_found_under_its_usual_commands(
    fake: FakeMachine, channel: Channel, command: str
) -> None:
    path = fake.browser(fake.bin / command)
    assert list(installed(fake.machine, channel)) == [path]


def test_the_path_goes_before_the_usual_places(fake: FakeMachine) -> None:
    there = fake.browser(fake.root / "usr/bin/chromium")
    on_path = fake.browser(fake.bin / "chromium")
    assert list(installed(fake.machine, "chromium")) == [on_path, there]


def test_an_empty_machine_has_no_browser_of_any_kind(fake: FakeMachine) -> None:
    channels: tuple[Channel, ...] = ("chrome", "msedge", "chromium")
    assert [path for channel in channels for path in installed(fake.machine, channel)] == []
