from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import main
from overlay.cli.log_file import LARGEST
from overlay.companion.browser import Machine
from tests.companion.browser.conftest import FakeMachine, fake

__all__ = ["fake"]


@pytest.fixture(autouse=True)
def run(fake: FakeMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command on the fake machine."""
    monkeypatch.setattr(Machine, "current", lambda: fake.machine)


def call(*words: str) -> Result:
    return CliRunner().invoke(main, ["install-launcher", *words])


def test_an_entry_is_installed_and_removed_once(fake: FakeMachine) -> None:
    said = call("chatgpt").stderr
    assert "overlay-chatgpt.desktop opens ChatGPT" in said
    assert "launcher.log" in said
    assert [call("--remove").exit_code for _ in range(2)] == [0, 1]


def test_an_entry_needs_a_known_site() -> None:
    sites = ((), ("https://chat.example/",), ("nosuch",), ("generic",))
    assert [words for words in sites if call(*words).exit_code != 2] == []


@pytest.mark.thorough
def test_the_output_of_a_run_from_the_menu_is_in_a_log_of_limited_size(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "launcher.log"
    log.parent.mkdir()
    log.write_text("x" * (LARGEST + 1))
    command = [sys.executable, "-m", "overlay", "--log-file", str(log), "launch", "nosuch"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.stdout + done.stderr == b""
    assert done.returncode == 2
    assert "no site is called 'nosuch'" in log.read_text()
    assert log.stat().st_size < LARGEST
    assert (log.parent / "launcher.log.1").stat().st_size == LARGEST + 1
