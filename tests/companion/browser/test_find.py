from __future__ import annotations

from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.companion.browser.find import find_browser
from tests.companion.browser.conftest import FakeMachine


def found(fake: FakeMachine, name: str | None = None, *, headless: bool = False) -> Path | None:
    browser = find_browser(name, headless=headless, machine=fake.machine)
    return browser.path if browser else None


@pytest.mark.parametrize("name", ["google-chrome", "microsoft-edge", "chromium"])
def test_a_window_is_that_of_an_installed_browser_before_playwrights_own(
    fake: FakeMachine, name: str
) -> None:
    theirs = fake.browser(fake.bin / name)
    fake.playwright_browser()
    assert found(fake) == theirs


def test_a_run_without_a_window_takes_playwrights_own_before_an_installed_one(fake: FakeMachine) -> None:
    fake.browser(fake.bin / "google-chrome")
    own = fake.playwright_browser()
    assert found(fake, headless=True) == own


def test_without_an_installed_one_a_window_is_that_of_playwrights_own(fake: FakeMachine) -> None:
    own = fake.playwright_browser()
    assert found(fake) == own


def test_chrome_goes_before_edge_and_edge_before_chromium(fake: FakeMachine) -> None:
    order = [fake.browser(fake.bin / name) for name in ("google-chrome", "microsoft-edge", "chromium")]
    seen: list[Path | None] = []
    for path in order:
        seen.append(found(fake))
        path.unlink()
    assert seen == order


def test_a_browser_that_does_not_start_is_passed_over(fake: FakeMachine) -> None:
    fake.script(fake.bin / "google-chrome", "exit 127")
    path = fake.browser(fake.bin / "chromium")
    assert found(fake) == path


def test_a_run_without_a_window_takes_a_headless_shell_first(fake: FakeMachine) -> None:
    fake.playwright_browser()
    installed = fake.debians_shell()
    own = fake.playwright_shell()
    seen: list[Path | None] = []
    for path in (own, installed):
        seen.append(found(fake, headless=True))
        path.unlink()
    assert seen == [own, installed]


def test_a_run_without_a_window_does_without_a_headless_shell(fake: FakeMachine) -> None:
    own = fake.playwright_browser()
    assert found(fake, headless=True) == own


def test_a_run_with_a_window_never_takes_a_headless_shell(fake: FakeMachine) -> None:
    fake.playwright_shell()
    fake.debians_shell()
    assert found(fake) is None


def test_chromium_by_name_is_a_whole_one_without_a_window_too(fake: FakeMachine) -> None:
    fake.playwright_shell()
    whole = fake.browser(fake.bin / "chromium")
    assert found(fake, "chromium", headless=True) == whole


def test_the_headless_shell_by_name_is_never_another(fake: FakeMachine) -> None:
    fake.playwright_browser()
    assert found(fake, "headless-shell") is None


def test_on_an_empty_machine_there_is_none(fake: FakeMachine) -> None:
    assert found(fake) is None


@pytest.mark.parametrize(
    ("name", "command"), [("chrome", "google-chrome"), ("msedge", "microsoft-edge"), ("chromium", "chromium")]
)
def test_a_kind_asked_for_by_name_is_the_one_given(fake: FakeMachine, name: str, command: str) -> None:
    for other in ("google-chrome", "microsoft-edge", "chromium"):
        fake.browser(fake.bin / other)
    assert found(fake, name) == fake.bin / command


def test_chrome_by_name_is_never_playwrights_chromium(fake: FakeMachine) -> None:
    fake.playwright_browser()
    assert found(fake, "chrome") is None


def test_chromium_by_name_may_be_playwrights(fake: FakeMachine) -> None:
    own = fake.playwright_browser()
    assert found(fake, "chromium") == own


def test_a_path_given_is_taken_before_everything_else(fake: FakeMachine) -> None:
    fake.playwright_browser()
    mine = fake.browser(fake.root / "opt/mine/browser")
    assert found(fake, str(mine)) == mine


def test_a_command_on_the_path_can_be_given(fake: FakeMachine) -> None:
    mine = fake.browser(fake.bin / "brave-browser")
    assert found(fake, "brave-browser") == mine


def test_a_path_that_is_not_there_is_wrong_use(fake: FakeMachine) -> None:
    with pytest.raises(UsageError, match="--browser /no/such/thing: there is no such program"):
        found(fake, "/no/such/thing")


def test_a_path_to_something_else_is_wrong_use(fake: FakeMachine) -> None:
    editor = fake.browser(fake.bin / "editor", "an editor, version 1")
    with pytest.raises(UsageError, match="does not start as a Chromium-based browser"):
        found(fake, str(editor))


def test_it_is_said_how_a_browser_was_found(fake: FakeMachine) -> None:
    mine = fake.browser(fake.bin / "chromium")
    given = find_browser(str(mine), machine=fake.machine)
    usual = find_browser(machine=fake.machine)
    assert (given and given.how) == "given"
    assert (usual and usual.how) == "installed"


def test_name_and_version_come_from_the_browser(fake: FakeMachine) -> None:
    fake.browser(fake.bin / "chromium", "Chromium 150.1.2.3 built on a test")
    browser = find_browser(machine=fake.machine)
    assert browser is not None
    assert browser.name == "Chromium"
    assert browser.version == "150.1.2.3"


def test_the_sandbox_is_off_for_root(fake: FakeMachine) -> None:
    fake.browser(fake.bin / "chromium")
    fake.become(is_root=True)
    browser = find_browser(machine=fake.machine)
    assert browser is not None
    assert browser.args == ("--no-sandbox",)


def test_finding_one_installs_nothing(fake: FakeMachine) -> None:
    fake.script(Path(fake.machine.python), "")
    fake.script(fake.bin / "apt-get", "")
    fake.debian()
    fake.become(is_root=True)
    found(fake)
    assert fake.calls() == []
