"""A shell completes commands of overlay when the user asks for it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from overlay.calls.ledger import Note, default_path
from overlay.cli import main
from tests.calls.ledger.helpers import opened, row
from tests.support.table import for_each


def offered(*words: str, typed: str = "") -> list[str]:
    """The names that are offered after `words`."""
    shell = ShellComplete(main, {}, "overlay", "_OVERLAY_COMPLETE")
    return [item.value for item in shell.get_completions(list(words), typed)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with a tool, a server and a call of the server's tool."""
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    config = tmp_path / "config"
    config.mkdir()
    (config / "mcp.json").write_text('{"mcpServers": {"files": {"command": "no-such-program"}}}')
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "mine.py").write_text(
        'from overlay import tool\n\n@tool\ndef measure() -> str:\n    "Measures."\n    return ""\n'
    )
    ledger = opened(default_path())
    ledger.put([Note(row(1, id="abc123456789", tool="files.read_text"))])
    ledger.close()
    return tmp_path


def test_sites_servers_and_calls_are_offered_where_a_command_takes_one() -> None:
    assert offered("sites", "show", typed="chatgp") == ["chatgpt"]
    assert offered("servers", "trust") == ["files"]
    assert offered("history", "show") == ["abc12345"]


def test_tools_are_offered_and_those_of_a_server_once_they_were_called(home: Path) -> None:
    assert "measure" in offered("tools", "call", "--folder", str(home / "tools"), typed="m")
    assert offered("tools", "show", typed="files.") == ["files.read_text"]


def test_browsers_are_offered_where_a_command_takes_one() -> None:
    for words in (["launch"], ["capture"], ["sites", "learn"], ["sites", "check"], ["sites", "report"]):
        assert offered(*words, "--connect", typed="chrome-b") == ["chrome-beta"]
    for words in (["launch"], ["sites", "learn"], ["capture"], ["check"], ["doctor"], ["sign-in"]):
        assert offered(*words, "--browser", typed="chrome") == ["chrome"]


SHELLS = ("bash_complete", "zsh_complete", "fish_complete", "nonsense", "bash_nonsense", "_")
WRONG: list[dict[str, str]] = [
    {},
    {"COMP_WORDS": "overlay la"},
    {"COMP_WORDS": "overlay la", "COMP_CWORD": "abc"},
    {"COMP_WORDS": "overlay 'la", "COMP_CWORD": "99"},
    {"COMP_WORDS": "", "COMP_CWORD": "-1"},
]


@for_each(("shell", "given"), list(product(SHELLS, WRONG)))
def test_wrong_variables_of_a_shell_print_no_error(
    shell: str, given: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_OVERLAY_COMPLETE", shell)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main.main([], "overlay")
    assert capfd.readouterr().err == ""


def test_a_damaged_file_offers_nothing_and_prints_nothing(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config/policy.toml").write_text("[[")
    assert offered("permissions", "revoke") == []
    assert capsys.readouterr() == ("", "")
