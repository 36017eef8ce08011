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


def test_it_says_where_the_entry_is_and_where_its_output_goes(fake: FakeMachine) -> None:
    said = call("chatgpt").stderr
    assert "overlay-chatgpt.desktop opens ChatGPT" in said
    assert "launcher.log" in said


def test_an_entry_can_be_removed_once(fake: FakeMachine) -> None:
    call("chatgpt")
    assert [call("--remove").exit_code for _ in range(2)] == [0, 1]


@pytest.mark.parametrize("words", [[], ["https://chat.example/"], ["nosuch"], ["generic"]])
def test_what_no_entry_can_open_is_wrong_use(words: list[str]) -> None:
    assert call(*words).exit_code == 2


def test_the_help_has_examples() -> None:
    assert "overlay install-launcher chatgpt" in call("--help").output


def started(log: Path, *words: str) -> int:
    """What an entry starts, without a terminal; what is not there stops it at once."""
    command = [sys.executable, "-m", "overlay", "--log-file", str(log), *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.stdout + done.stderr == b""
    return done.returncode


def test_what_a_run_from_the_menu_says_is_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "launcher.log"
    assert started(log, "launch", "nosuch") == 2
    assert "no site is called 'nosuch'" in log.read_text()


def test_a_log_that_is_too_large_is_started_again(tmp_path: Path) -> None:
    log = tmp_path / "launcher.log"
    log.write_text("x" * (LARGEST + 1))
    started(log, "detect", "nosuch")
    assert log.stat().st_size < LARGEST
    assert (tmp_path / "launcher.log.1").stat().st_size == LARGEST + 1
