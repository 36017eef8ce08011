from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from overlay.companion.browser.model import Machine
from tests.companion.browser.conftest import FakeMachine


def test_the_current_machine_is_this_one() -> None:
    machine = Machine.current()
    assert machine.python == sys.executable
    assert machine.root == Path("/")
    assert (machine.driver / "browsers.json").is_file()


def test_root_is_the_user_with_the_number_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user, raising=False)
        found.append(Machine.current().is_root)
    assert found == [True, False]


def test_a_command_is_looked_for_on_the_machines_own_path_only(fake: FakeMachine) -> None:
    assert fake.machine.which("sh") is None
    there = fake.script(fake.bin / "thing", "")
    assert fake.machine.which("thing") == there
    fake.become(env={})
    assert fake.machine.which("sh") is None


def test_linux_has_a_display_only_if_its_environment_says_so(fake: FakeMachine) -> None:
    assert fake.machine.display() is None
    fake.set_env(DISPLAY=":1")
    assert fake.machine.display() == ":1"
    fake.set_env(WAYLAND_DISPLAY="wayland-0")
    assert fake.machine.display() == "wayland-0"
    for platform in ("darwin", "win32"):
        fake.become(platform=platform, env={})
        assert fake.machine.display() == "the desktop"
