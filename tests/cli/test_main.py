from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import overlay
from overlay import cli
from overlay.cli import COMMANDS, main
from overlay.companion.browser import Machine


# Commands that are listed before they are written; a line goes when its file comes.
def test_every_module_with_a_command_is_listed() -> None:
    files = {path.stem for path in Path(cli.__file__).parent.glob("*.py") if not path.stem.startswith("_")}
    commands = {name for name in files if hasattr(importlib.import_module(f"overlay.cli.{name}"), "command")}
    assert commands - {name.replace("-", "_") for name in COMMANDS} == set()


def test_every_listed_command_has_its_name_and_a_help() -> None:
    wrong: list[str] = []
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        result = CliRunner().invoke(main, [name, "--help"])
        if command is None or command.name != name or not result.output.startswith("Usage:"):
            wrong.append(name)
    assert wrong == []


def test_the_overview_lists_every_command_with_its_line() -> None:
    output = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    assert [name for name, line in COMMANDS.items() if f"{name} {line}" not in output] == []


def test_the_overview_imports_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COMMANDS:
        monkeypatch.delitem(sys.modules, f"overlay.cli.{name}", raising=False)
    CliRunner().invoke(main, ["--help"])
    assert [name for name in COMMANDS if f"overlay.cli.{name}" in sys.modules] == []


def test_a_shell_completes_commands_options_and_sites() -> None:
    table = {
        "overlay per": ["permissions"],
        "overlay history list --status d": ["detected", "done", "denied"],
        "overlay launch chatgp": ["chatgpt"],
    }
    for line, offered in table.items():
        asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_OVERLAY_COMPLETE": "bash_complete"}
        result = CliRunner().invoke(main, [], prog_name="overlay", env=asked)
        assert result.stdout.split() == [f"plain,{word}" for word in offered]


def test_an_unknown_command_is_wrong_use_and_names_the_nearest() -> None:
    result = CliRunner().invoke(main, ["doctr"])
    assert result.exit_code == 2
    assert "Did you mean 'doctor'?" in result.output


def test_the_version_is_the_packages() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"overlay, version {overlay.__version__}\n"


def test_the_examples_in_each_help_are_valid() -> None:
    wrong: dict[str, list[str]] = {}
    names = ("launch", "demo", "capture", "check", "prompt", "history", "servers", "sites", "sign-in")
    for name in (*names, "install-launcher"):
        lines = [line.strip() for line in CliRunner().invoke(main, [name, "--help"]).output.splitlines()]
        examples = [line.split()[1:] for line in lines if line.startswith(f"overlay {name}")]
        bad = [words for words in examples if CliRunner().invoke(main, [*words, "--help"]).exit_code]
        if bad or not examples:
            wrong[name] = [" ".join(words) for words in bad]
    assert wrong == {}


def test_overlay_without_a_display_says_why_no_window_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlay.cli.first_start.at_terminal", lambda: True)

    def no_display(_: Machine) -> None:
        return None

    monkeypatch.setattr(Machine, "display", no_display)
    result = CliRunner().invoke(main, [])
    assert "there is no display" in result.output.splitlines()[-1]
