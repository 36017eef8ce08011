from __future__ import annotations

from pathlib import Path

import pytest

from overlay.common.errors import BrowserNotFound, UsageError
from overlay.common.file_lock import exclusive_lock
from overlay.companion.browser import ensure
from overlay.companion.browser.ensure import ensure_browser
from overlay.companion.browser.model import Browser
from tests.companion.browser.conftest import FakeMachine


class Run:
    """`ensure_browser` on the fake machine; `said` is what the person saw."""

    def __init__(self, fake: FakeMachine, lock: Path) -> None:
        self.fake = fake
        self.lock = lock
        self.said: list[str] = []

    def __call__(self, name: str | None = None, *, headless: bool = False) -> Browser:
        machine = self.fake.machine
        return ensure_browser(
            name, notify=self.said.append, headless=headless, machine=machine, lock=self.lock
        )


@pytest.fixture
def run(fake: FakeMachine, tmp_path: Path) -> Run:
    return Run(fake, tmp_path / "lock")


def nothing_there(fake: FakeMachine, download: str = "echo Error: no network; exit 1") -> None:
    """A machine without any browser, on which Playwright's installer does `download`."""
    fake.script(Path(fake.machine.python), download)


def chromium_from(fake: FakeMachine) -> str:
    """Shell words that put a working Chromium on the machine."""
    made = fake.browser(fake.root / "made")
    return f"mkdir -p {fake.bin} && cp {made} {fake.bin}/chromium"


def test_an_installed_browser_is_used_without_a_message(fake: FakeMachine, run: Run) -> None:
    path = fake.browser(fake.bin / "chromium")
    assert run().path == path
    assert run.said == []


def test_a_download_that_brings_a_browser_is_enough_and_names_it(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake, chromium_from(fake))
    assert run("chromium").path == fake.bin / "chromium"
    assert [call.split()[0] for call in fake.calls()] == ["python", "chromium"]
    assert run.said[1:] == ["Chromium 150.0.1.2 is ready."]


def test_root_on_debian_ends_with_the_package_managers_chromium(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake)
    fake.debian()
    fake.become(is_root=True)
    fake.script(fake.bin / "apt-get", chromium_from(fake))
    assert run().path == fake.bin / "chromium"


def test_a_run_without_a_window_installs_the_smaller_headless_shell(fake: FakeMachine, run: Run) -> None:
    made = fake.debians_shell()
    moved = made.rename(fake.root / "made")
    nothing_there(fake, f"cp {moved} {made}")
    assert run(headless=True).path == made
    assert "--only-shell" in fake.calls()[0]


def test_a_complete_browser_is_installed_if_no_headless_shell_can_be_had(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake, f'[ "$4" = --no-shell ] || exit 1; {chromium_from(fake)}')
    assert run(headless=True).path == fake.bin / "chromium"


def test_a_headless_shell_asked_for_by_name_is_brought_in_or_nothing(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake)
    fake.playwright_browser()
    with pytest.raises(BrowserNotFound) as caught:
        run("headless-shell")
    assert str(caught.value.advice).endswith("playwright install --only-shell chromium")


def test_a_failed_installation_gives_the_reasons_and_the_command_to_type(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake)
    fake.debian()
    with pytest.raises(BrowserNotFound, match=r"Playwright's download: Error: no network") as caught:
        run()
    assert caught.value.exit_code == 3
    assert caught.value.advice == "Install one and start again: sudo apt-get install -y chromium"


def test_an_installation_that_brings_nothing_usable_is_no_success(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake, "exit 0")
    with pytest.raises(BrowserNotFound, match="done, but it does not start"):
        run()


def test_chrome_asked_for_by_name_is_never_replaced_by_another(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake)
    fake.browser(fake.bin / "chromium")
    with pytest.raises(BrowserNotFound, match="--browser chrome: it is not installed") as caught:
        run("chrome")
    assert caught.value.advice == f"To install it: {fake.machine.python} -m playwright install chrome"
    assert fake.calls() == []


def test_a_path_that_is_wrong_installs_nothing(fake: FakeMachine, run: Run) -> None:
    nothing_there(fake)
    with pytest.raises(UsageError):
        run("/no/such/browser")
    assert fake.calls() == []


def test_a_run_that_waited_for_anothers_installation_uses_its_browser(
    fake: FakeMachine, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing_there(fake)
    looks: list[str | None] = []
    find = ensure.find_browser

    def find_then_arrive(name: str | None, *, headless: bool, machine: object) -> Browser | None:
        looks.append(name)
        result = find(name, machine=fake.machine)
        if len(looks) == 1:
            fake.browser(fake.bin / "chromium")
        return result

    monkeypatch.setattr(ensure, "find_browser", find_then_arrive)
    assert run().path == fake.bin / "chromium"
    assert not any(call.startswith("python") for call in fake.calls())


def test_an_installation_holds_the_lock(fake: FakeMachine, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_there(fake)
    monkeypatch.setattr(ensure, "LOCK_SECONDS", 0)
    mine = exclusive_lock(run.lock, seconds=0, error=AssertionError())
    with mine, pytest.raises(BrowserNotFound, match="Another overlay"):
        run()


def test_the_lock_is_kept_in_the_cache_folder(
    fake: FakeMachine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "own"))
    nothing_there(fake, chromium_from(fake))
    ensure_browser(notify=lambda line: None, machine=fake.machine)
    assert (tmp_path / "own/cache/browser.lock").exists()


def test_root_is_told_in_one_line_that_the_sandbox_is_off(fake: FakeMachine, run: Run) -> None:
    fake.browser(fake.bin / "chromium")
    fake.become(is_root=True)
    run()
    assert run.said == ["Chromium's sandbox is off (--no-sandbox): running as root."]
