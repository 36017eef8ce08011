from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import overlay
from overlay import cli
from overlay.cli import COMMANDS, main

# Commands that are listed before they are written; a line goes when its file comes.
WRITTEN = sorted(COMMANDS)


def test_every_command_listed_is_written() -> None:
    assert [
        name for name in COMMANDS if importlib.util.find_spec(f"overlay.cli.{name.replace('-', '_')}") is None
    ] == []


def test_every_command_written_is_listed() -> None:
    """What a file holds besides is shared by several commands."""
    files = {path.stem for path in Path(cli.__file__).parent.glob("*.py") if not path.stem.startswith("_")}
    commands = {name for name in files if hasattr(importlib.import_module(f"overlay.cli.{name}"), "command")}
    assert commands - {name.replace("-", "_") for name in COMMANDS} == set()


@pytest.mark.parametrize("name", WRITTEN)
def test_help_works_for_every_command(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith("Usage:")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_command_answers_to_the_name_it_is_listed_under(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name


def test_the_overview_lists_every_command_with_its_line() -> None:
    output = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    assert [name for name, line in COMMANDS.items() if f"{name} {line}" not in output] == []


def test_the_overview_imports_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        monkeypatch.delitem(sys.modules, f"overlay.cli.{name}", raising=False)
    CliRunner().invoke(main, ["--help"])
    assert [name for name in COMMANDS if f"overlay.cli.{name}" in sys.modules] == []


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("overlay per", ["permissions"]),
        ("overlay history list --status d", ["detected", "done", "denied"]),
        ("overlay launch chatg", ["chatgpt"]),
    ],
)
def test_a_shell_is_told_what_can_follow(line: str, offered: list[str]) -> None:
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_OVERLAY_COMPLETE": "bash_complete"}
    result = CliRunner().invoke(main, [], prog_name="overlay", env=asked)
    assert result.stdout.split() == [f"plain,{word}" for word in offered]


def test_an_unknown_command_is_wrong_use() -> None:
    assert CliRunner().invoke(main, ["doctr"]).exit_code == 2


def test_an_unknown_command_is_told_the_nearest() -> None:
    assert "Did you mean 'doctor'?" in CliRunner().invoke(main, ["doctr"]).output


def test_the_version_is_the_packages() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"overlay, version {overlay.__version__}\n"


def test_python_dash_m_overlay_is_the_same_program() -> None:
    # In a process of its own: pytest loads what belongs to a plug-in in a way that runpy can't.
    ended = subprocess.run(
        [sys.executable, "-m", "overlay", "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0
    assert "doctor" in ended.stdout


@pytest.mark.parametrize(
    "name", ["launch", "demo", "capture", "check", "prompt", "history", "servers", "sites", "sign-in"]
)
def test_the_examples_in_a_help_are_valid(name: str) -> None:
    lines = [line.strip() for line in CliRunner().invoke(main, [name, "--help"]).output.splitlines()]
    examples = [line.split()[1:] for line in lines if line.startswith(f"overlay {name}")]
    codes = [CliRunner().invoke(main, [*words, "--help"]).exit_code for words in examples]
    assert len(codes) > 1
    assert set(codes) == {0}
