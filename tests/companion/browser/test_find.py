from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.common.errors import UsageError
from overlay.companion.browser.find import find_browser
from tests.companion.browser.conftest import FakeMachine


def found(fake: FakeMachine, name: str | None = None, *, headless: bool = False) -> Path | None:
    browser = find_browser(name, headless=headless, machine=fake.machine)
    return browser.path if browser else None


def test_a_window_is_that_of_an_installed_browser_before_playwrights_own(
    fakes: Iterator[FakeMachine],
) -> None:
    for name in ("google-chrome", "microsoft-edge", "chromium"):
        fake = next(fakes)
        own = fake.playwright_browser()
        assert found(fake) == own
        theirs = fake.browser(fake.bin / name)
        assert found(fake) == theirs
        # A run without a window takes Playwright's own first.
        assert found(fake, headless=True) == own


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


def test_a_run_with_a_window_never_takes_a_headless_shell(fake: FakeMachine) -> None:
    assert found(fake) is None
    fake.playwright_shell()
    fake.debians_shell()
    assert found(fake) is None


def test_a_kind_asked_for_by_name_is_the_one_given(fakes: Iterator[FakeMachine]) -> None:
    commands = {"chrome": "google-chrome", "msedge": "microsoft-edge", "chromium": "chromium"}
    all_there, shell, own = (next(fakes) for _ in range(3))
    for command in commands.values():
        all_there.browser(all_there.bin / command)
    kinds = {name: found(all_there, name) for name in commands}
    assert kinds == {name: all_there.bin / command for name, command in commands.items()}
    # Chromium is a complete one without a window too.
    shell.playwright_shell()
    complete = shell.browser(shell.bin / "chromium")
    assert found(shell, "chromium", headless=True) == complete
    # Chrome and the headless shell are never another browser; Chromium may be Playwright's.
    playwrights = own.playwright_browser()
    assert found(own, "chromium") == playwrights
    assert found(own, "chrome") is None
    assert found(own, "headless-shell") is None


def test_a_path_or_a_command_that_is_given_is_taken_before_everything_else(fake: FakeMachine) -> None:
    fake.playwright_browser()
    mine = fake.browser(fake.root / "opt/mine/browser")
    assert found(fake, str(mine)) == mine
    brave = fake.browser(fake.bin / "brave-browser")
    assert found(fake, "brave-browser") == brave


def test_a_path_to_no_browser_is_wrong_use(fake: FakeMachine) -> None:
    with pytest.raises(UsageError, match="--browser /no/such/thing: there is no such program"):
        found(fake, "/no/such/thing")
    editor = fake.browser(fake.bin / "editor", "an editor, version 1")
    with pytest.raises(UsageError, match="does not start as a Chromium-based browser"):
        found(fake, str(editor))


def test_a_browser_has_its_name_its_version_and_how_it_was_found(fake: FakeMachine) -> None:
    mine = fake.browser(fake.bin / "chromium", "Chromium 150.1.2.3 built on a test")
    given = find_browser(str(mine), machine=fake.machine)
    usual = find_browser(machine=fake.machine)
    assert given
    assert given.how == "given"
    assert usual
    assert usual.how == "installed"
    assert usual.name == "Chromium"
    assert usual.version == "150.1.2.3"
    assert usual.args == ()
    fake.become(is_root=True)
    root = find_browser(machine=fake.machine)
    assert root
    assert root.args == ("--no-sandbox",)


def test_looking_for_a_browser_installs_nothing(fake: FakeMachine) -> None:
    fake.script(Path(fake.machine.python), "")
    fake.script(fake.bin / "apt-get", "")
    fake.debian()
    fake.become(is_root=True)
    found(fake)
    assert fake.calls() == []
