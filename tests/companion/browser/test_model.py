from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from overlay.companion.browser.model import Machine
from tests.companion.browser.conftest import FakeMachine


def test_the_current_machine_runs_playwright_with_the_interpreter_we_run_on() -> None:
    assert Machine.current().python == sys.executable


def test_the_current_machine_knows_playwrights_list_of_browsers() -> None:
    assert (Machine.current().driver / "browsers.json").is_file()


@pytest.mark.parametrize(("user", "is_root"), [(0, True), (1000, False)])
def test_root_is_the_user_with_the_number_zero(
    monkeypatch: pytest.MonkeyPatch, user: int, is_root: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert Machine.current().is_root is is_root


def test_a_command_is_looked_for_on_the_machines_own_path_only(fake: FakeMachine) -> None:
    assert fake.machine.which("sh") is None
    there = fake.script(fake.bin / "thing", "")
    assert fake.machine.which("thing") == there


def test_without_a_path_variable_no_command_is_found(fake: FakeMachine) -> None:
    fake.become(env={})
    assert fake.machine.which("sh") is None


def test_linux_has_a_display_only_if_its_environment_says_so(fake: FakeMachine) -> None:
    assert fake.machine.display() is None
    fake.set_env(DISPLAY=":1")
    assert fake.machine.display() == ":1"


def test_wayland_is_named_before_x11(fake: FakeMachine) -> None:
    fake.set_env(DISPLAY=":1", WAYLAND_DISPLAY="wayland-0")
    assert fake.machine.display() == "wayland-0"


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_a_mac_and_windows_always_have_a_display(fake: FakeMachine, platform: str) -> None:
    fake.become(platform=platform)
    assert fake.machine.display() == "the desktop"


def test_the_current_machine_is_at_the_top_of_the_file_system() -> None:
    assert Machine.current().root == Path("/")
