"""Each command ends with an exit code and, after an error, with one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from overlay.cli import Commands
from overlay.common.errors import BrowserNotFound, CheckFailed, UsageError
from overlay.common.paths import cache_dir
from tests.support.effort import corners

ODD = "\x1b[2J\x9b\u202eall is well"


def ended(fault: BaseException | None = None) -> Result:
    group = Commands()

    @click.command("x")
    def command() -> None:
        if fault:
            raise fault

    group.get_command = lambda ctx, cmd_name: command
    return CliRunner().invoke(group, ["x"])


def test_each_end_has_its_code_and_can_not_act_on_the_terminal() -> None:
    ends: list[tuple[BaseException | None, int]] = [
        (None, 0),
        (CheckFailed(ODD), 1),
        (UsageError(ODD, advice=ODD), 2),
        (click.UsageError(ODD), 2),
        (click.BadParameter(ODD, param_hint=ODD), 2),
        (BrowserNotFound(ODD), 3),
        (OSError(13, ODD, f"/tmp/{ODD}"), 1),
        (ValueError(ODD), 1),
        (KeyError(ODD), 1),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 1),
        (SystemExit(7), 7),
    ]
    wrong: list[tuple[BaseException | None, str]] = []
    for fault, code in ends:
        result = ended(fault)
        acts = any(sign in result.output for sign in "\x1b\x9b\u202e")
        if result.exit_code != code or acts or "Traceback" in result.output:
            wrong.append((fault, result.output))
    assert wrong == []


def test_the_traceback_of_a_fault_is_kept_in_a_file() -> None:
    result = ended(ValueError("odd"))
    assert "overlay: ValueError: odd" in result.stderr
    assert "ValueError: odd" in (cache_dir() / "last-error.txt").read_text("utf-8")


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "overlay", *words], text=True, stderr=subprocess.PIPE, check=False, **options
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", corners(["--help", "sites list --json"], "sites list --json"))
@pytest.mark.thorough
def test_a_full_disk_is_one_line_and_an_advice(words: str) -> None:
    with Path("/dev/full").open("w") as full:
        result = run(*words.split(), stdout=full)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-2:] == [
        "overlay: the output could not be written: No space left on device",
        "Write it to a terminal, or to a disk with free space.",
    ]
    assert "Traceback" not in result.stderr


@pytest.mark.thorough
def test_a_reader_that_closes_the_pipe_ends_a_command_silently() -> None:
    with subprocess.Popen(["true"], stdin=subprocess.PIPE) as gone:
        gone.wait()
        result = run("sites", "list", stdout=gone.stdin)
    assert result.returncode == 1
    assert result.stderr == ""


@pytest.mark.thorough
def test_a_closed_stdin_gives_no_traceback() -> None:
    ended = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m overlay tools list --no-servers <&-'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stderr == ""


@pytest.mark.parametrize("words", corners(["detect a.txt", "history list"], "detect a.txt"))
@pytest.mark.thorough
def test_a_closed_stdout_is_not_an_error_of_overlay(tmp_path: Path, words: str) -> None:
    (tmp_path / "a.txt").write_text('<tool:f>{"a": 1}</tool>')
    ended = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m overlay {words} >&-'],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert ended.returncode == 0
    assert "error in overlay itself" not in ended.stderr
