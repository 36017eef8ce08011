from __future__ import annotations

import pytest

from overlay.companion.browser.probe import Probe, probe
from tests.companion.browser.conftest import FakeMachine


@pytest.mark.parametrize(
    ("says", "name", "version"),
    [
        ("Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)", "Chromium", "156.0.8078.79"),
        ("Google Chrome 150.0.7000.10 ", "Google Chrome", "150.0.7000.10"),
        ("Microsoft Edge 150.0.3000.1", "Microsoft Edge", "150.0.3000.1"),
        ("Google Chrome for Testing 159.0.8154.6", "Google Chrome for Testing", "159.0.8154.6"),
        ("a warning first\nChromium 140.0.1.2", "Chromium", "140.0.1.2"),
    ],
)
def test_name_and_version_are_read_from_what_the_browser_says(
    fake: FakeMachine, says: str, name: str, version: str
) -> None:
    assert probe(fake.browser(fake.bin / "b", says), fake.machine) == Probe(name, version)


def test_the_browser_is_only_asked_for_its_version(fake: FakeMachine) -> None:
    probe(fake.browser(fake.bin / "b"), fake.machine)
    assert fake.calls() == ["b --version"]


def test_a_browser_that_lacks_its_libraries_says_why(fake: FakeMachine) -> None:
    path = fake.script(
        fake.bin / "b", "echo 'error while loading shared libraries: libnss3.so' >&2; exit 127"
    )
    assert probe(path, fake.machine).reason == "error while loading shared libraries: libnss3.so"


def test_a_program_that_is_no_browser_is_refused(fake: FakeMachine) -> None:
    assert probe(fake.browser(fake.bin / "b", "hello"), fake.machine).reason is not None


def test_on_windows_the_version_is_the_newest_folder_beside_the_program(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    path = fake.browser(fake.root / "app/chrome.exe")
    for version in ("99.0.1.2", "150.0.1.2", "Dictionaries"):
        (path.parent / version).mkdir()
    assert probe(path, fake.machine) == Probe("Chrome", "150.0.1.2")


def test_on_windows_no_window_is_opened_to_ask(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    probe(fake.browser(fake.root / "app/msedge.exe"), fake.machine)
    assert fake.calls() == []


def test_on_windows_edge_is_known_by_its_programs_name(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    assert probe(fake.browser(fake.root / "app/msedge.exe"), fake.machine) == Probe(
        "Microsoft Edge", "unknown"
    )
