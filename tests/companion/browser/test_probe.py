from __future__ import annotations

from overlay.companion.browser.probe import Probe, probe
from tests.companion.browser.conftest import FakeMachine

SAYS = {
    "Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)": Probe("Chromium", "156.0.8078.79"),
    "Google Chrome 150.0.7000.10 ": Probe("Google Chrome", "150.0.7000.10"),
    "Microsoft Edge 150.0.3000.1": Probe("Microsoft Edge", "150.0.3000.1"),
    "Google Chrome for Testing 159.0.8154.6": Probe("Google Chrome for Testing", "159.0.8154.6"),
    "a warning first\nChromium 140.0.1.2": Probe("Chromium", "140.0.1.2"),
}


def test_a_browser_is_only_asked_for_its_name_and_version(fake: FakeMachine) -> None:
    assert {says: probe(fake.browser(fake.bin / "b", says), fake.machine) for says in SAYS} == SAYS
    assert fake.calls() == ["b --version"] * len(SAYS)


def test_a_program_that_does_not_start_or_is_no_browser_has_a_reason(fake: FakeMachine) -> None:
    lacks = "error while loading shared libraries: libnss3.so"
    path = fake.script(fake.bin / "b", f"echo '{lacks}' >&2; exit 127")
    assert probe(path, fake.machine).reason == lacks
    assert probe(fake.browser(fake.bin / "b", "hello"), fake.machine).reason is not None


def test_on_windows_the_version_is_the_newest_folder_and_no_window_is_opened(fake: FakeMachine) -> None:
    fake.become(platform="win32")
    path = fake.browser(fake.root / "app/chrome.exe")
    for version in ("99.0.1.2", "150.0.1.2", "Dictionaries"):
        (path.parent / version).mkdir()
    assert probe(path, fake.machine) == Probe("Chrome", "150.0.1.2")
    edge = fake.browser(fake.root / "other/msedge.exe")
    assert probe(edge, fake.machine) == Probe("Microsoft Edge", "unknown")
    assert fake.calls() == []
