from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import Playwright

from overlay.companion.browser.locations import installed, playwright_folder, playwright_own
from overlay.companion.browser.model import Channel, Machine
from tests.companion.browser.conftest import REVISION, FakeMachine


def test_only_a_complete_download_of_this_playwrights_chromium_is_taken(fakes: Iterator[FakeMachine]) -> None:
    whole, other, half, empty = (next(fakes) for _ in range(4))
    path = whole.playwright_browser()
    assert playwright_own(whole.machine) == path
    folder = other.playwright_browser().parent.parent
    folder.rename(folder.with_name("chromium-1"))
    assert playwright_own(other.machine) is None
    (half.playwright_browser().parent.parent / "INSTALLATION_COMPLETE").unlink()
    assert playwright_own(half.machine) is None
    empty.playwright_browser().unlink()
    assert playwright_own(empty.machine) is None


def test_playwrights_executable_is_found_in_the_folders_of_each_system(fakes: Iterator[FakeMachine]) -> None:
    inside = [
        "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "chrome-win64/chrome.exe",
        "chrome-linux/chrome",
    ]
    found: list[bool] = []
    for place in inside:
        fake = next(fakes)
        folder = playwright_folder(fake.machine) / f"chromium-{REVISION}"
        path = fake.browser(folder / place)
        (folder / "INSTALLATION_COMPLETE").touch()
        found.append(playwright_own(fake.machine) == path)
    assert found == [True] * 3


async def test_the_folder_of_playwrights_chromium_is_playwrights_own(playwright: Playwright) -> None:
    theirs = Path(playwright.chromium.executable_path)
    assert theirs.is_relative_to(playwright_folder(Machine.current()))


FOLDERS: list[tuple[str, dict[str, str], str]] = [
    ("linux", {}, "{home}/.cache/ms-playwright"),
    ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/ms-playwright"),
    ("darwin", {}, "{home}/Library/Caches/ms-playwright"),
    ("win32", {}, "{home}/AppData/Local/ms-playwright"),
    ("win32", {"LOCALAPPDATA": "/local"}, "/local/ms-playwright"),
    ("linux", {"PLAYWRIGHT_BROWSERS_PATH": "/elsewhere"}, "/elsewhere"),
    ("linux", {"PLAYWRIGHT_BROWSERS_PATH": "0"}, "{driver}/.local-browsers"),
]


def test_playwrights_folder_is_the_one_its_documentation_gives(fake: FakeMachine) -> None:
    wrong: list[object] = []
    for platform, env, expected in FOLDERS:
        fake.become(platform=platform, env=env)
        folder = Path(expected.format(home=fake.machine.home, driver=fake.machine.driver))
        if playwright_folder(fake.machine) != folder:
            wrong.append((platform, env, playwright_folder(fake.machine)))
    assert wrong == []


APPS = "home/someone/Applications"
FOLDER_VARIABLES = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
PROGRAMS: list[tuple[Channel, str]] = [
    ("chrome", "programs/Google/Chrome/Application/chrome.exe"),
    ("msedge", "programs/Microsoft/Edge/Application/msedge.exe"),
    ("chromium", "programs/Chromium/Application/chrome.exe"),
]
USUAL: list[tuple[str, Channel, str]] = [
    ("linux", "chrome", "opt/google/chrome/chrome"),
    ("linux", "msedge", "opt/microsoft/msedge/msedge"),
    ("linux", "chromium", "usr/bin/chromium"),
    ("linux", "chromium", "usr/bin/chromium-browser"),
    ("linux", "chromium", "snap/bin/chromium"),
    ("linux", "chrome", "usr/local/bin/google-chrome"),
    ("linux", "msedge", "usr/local/bin/microsoft-edge-stable"),
    ("linux", "chromium", "usr/local/bin/chromium-browser"),
    ("darwin", "chrome", "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("darwin", "msedge", f"{APPS}/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ("darwin", "chromium", "Applications/Chromium.app/Contents/MacOS/Chromium"),
    *((variable, *program) for variable in FOLDER_VARIABLES for program in PROGRAMS),
]
"""The system, or Windows' variable for the folder of programs; the kind; and where it is. Commands are on the PATH."""


def test_a_browser_in_a_usual_place_of_its_system_or_on_the_path_is_found(
    fakes: Iterator[FakeMachine],
) -> None:
    wrong: list[object] = []
    for system, channel, place in USUAL:
        fake = next(fakes)
        if system in ("linux", "darwin"):
            fake.become(platform=system)
        else:
            fake.become(platform="win32", env={system: str(fake.root / "programs")})
        path = fake.browser(fake.root / place)
        if list(installed(fake.machine, channel)) != [path]:
            wrong.append((system, channel, place))
    assert wrong == []


def test_the_path_goes_before_the_usual_places(fake: FakeMachine) -> None:
    there = fake.browser(fake.root / "usr/bin/chromium")
    on_path = fake.browser(fake.bin / "chromium")
    assert list(installed(fake.machine, "chromium")) == [on_path, there]


def test_an_empty_machine_has_no_browser_of_any_kind(fake: FakeMachine) -> None:
    channels: tuple[Channel, ...] = ("chrome", "msedge", "chromium")
    assert [path for channel in channels for path in installed(fake.machine, channel)] == []
