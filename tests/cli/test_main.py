from __future__ import annotations

import importlib
import logging
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import overlay
from overlay import Ledger, PolicyFile, cli
from overlay.calls.ledger import Note
from overlay.cli import COMMANDS, Commands, main
from overlay.cli.command import Command
from overlay.common.paths import config_dir
from overlay.companion.browser import Machine
from overlay.policy.policy_schema import Grant
from tests.calls.ledger.helpers import row


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


def test_a_shell_completes_commands_options_and_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    (config_dir() / "mcp.json").write_text('{"mcpServers": {"mail": {"command": "mail"}}}')
    grant = Grant(tool="note", site="*", definition="0" * 64)
    PolicyFile.own().allow(grant)
    ledger = Ledger.own()
    ledger.open()
    ledger.put([Note(row(1, id="feed0123456789"))])
    ledger.close()
    table = {
        "overlay per": ["permissions"],
        "overlay history list --status d": ["detected", "done", "denied"],
        **{f"overlay {words} chatgp": ["chatgpt"] for words in TAKE_SITES},
        **{f"overlay servers {word} m": ["mail"] for word in ("check", "trust", "login", "logout")},
        **{f"overlay {words} calcu": ["calculator"] for words in TAKE_TOOLS},
        f"overlay permissions revoke {grant.id[:3]}": [grant.id],
        "overlay history show fee": ["feed0123"],
    }
    wrong: dict[str, str] = {}
    for line, offered in table.items():
        asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "_OVERLAY_COMPLETE": "bash_complete"}
        result = CliRunner().invoke(main, [], prog_name="overlay", env=asked)
        if result.stdout.split() != [f"plain,{word}" for word in offered]:
            wrong[line] = result.output
    assert wrong == {}


TAKE_SITES = (
    *("launch", "capture", "capture --site", "sign-in", "install-launcher"),
    *("sites show", "sites check", "sites report"),
)
TAKE_TOOLS = ("tools show", "tools call", "prompt --tool", "launch --auto-execute", "history list --tool")


def test_an_unknown_command_is_wrong_use_and_names_the_nearest() -> None:
    result = CliRunner().invoke(main, ["doctr"])
    assert result.exit_code == 2
    assert "Did you mean doctor?" in result.output


def test_the_version_is_the_packages() -> None:
    assert CliRunner().invoke(main, ["-V"]).output == f"overlay, version {overlay.__version__}\n"


WRONG = {
    "doctr": "Did you mean doctor?",
    "servers lst": "Did you mean list?",
    "doctor --jsn": "Did you mean --json?",
    "detect --tools tols.json": "Did you mean tools.json?",
    "tools list --config run.tml": "Did you mean run.toml?",
    "launch chatgbt": "Did you mean chatgpt?",
    "sites show chatgbt": "Did you mean chatgpt?",
    "sites show nosuch": "See `overlay sites list`",
    "launch demo --browser crome": "Did you mean chrome?",
    "tools show calculater": "did you mean 'calculator'?",
    "servers trust mial --servers mcp.json": "Did you mean mail?",
    "help polcy": "Did you mean 'policy'?",
    "history list --limit many": "'many' is not a valid whole number",
    "demo --delay soon": "'soon' is not a valid number",
    "config edit polcy": "'polcy' is not one of",
    "tools call": "Missing argument 'NAME'",
    "tools call calculator a": "give an object such as",
}


def test_wrong_use_is_told_in_one_style_with_the_nearest_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tools.json", "run.toml"):
        (tmp_path / name).write_text("")
    (tmp_path / "mcp.json").write_text('{"mcpServers": {"mail": {"command": "mail"}}}')
    monkeypatch.chdir(tmp_path)
    results = {words: CliRunner().invoke(main, words.split()) for words in WRONG}
    assert [words for words, result in results.items() if result.exit_code != 2] == []
    assert [words for words, result in results.items() if WRONG[words] not in result.stderr] == []
    odd = [result.stderr for result in results.values() if not result.stderr.startswith("overlay: ")]
    assert odd == []


def test_verbose_prints_the_log_on_any_side_of_the_command() -> None:
    @click.command("x", cls=Command)
    def x() -> None:
        logging.getLogger("overlay.test").debug("a detail")

    for words, shown in ((["x"], False), (["-v", "x"], True), (["x", "--verbose"], True)):
        assert ("a detail" in CliRunner().invoke(_With(x), words).stderr) is shown


class _With(Commands):
    def __init__(self, command: click.Command) -> None:
        super().__init__(params=main.params, callback=main.callback, invoke_without_command=True)
        self.only = command

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.only


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
