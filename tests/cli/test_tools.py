import json
import sys
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner, Result

from overlay.calls.approvals import Answer, Question
from overlay.cli import tool_approval
from overlay.cli.tools import command
from overlay.common.paths import config_dir
from overlay.tools import discovery
from overlay.tools.mcp import config_locations

MINE = '''
from overlay.tools import ToolContext, ToolImage, ToolLink, ToolResult, tool

@tool(destructive=True, timeout=None)
def repeat(word: str, times: int = 2) -> str:
    """Says a word again.

    And \\x1b[2J again.
    """
    return word * times

@tool
def broken() -> None:
    raise ValueError("no luck")

@tool
def failing() -> ToolResult:
    return ToolResult(text="it failed", is_error=True)

@tool
def rich(context: ToolContext):
    context.progress(0.5, "half")
    context.progress(None, "on")
    return ["text", ToolImage(b"png"), ToolLink("file:///x", "X")]

@tool
async def slow() -> None:
    import asyncio
    await asyncio.Event().wait()
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one file of tools and one that is broken; the person's own folder is empty."""

    def nowhere() -> Path:
        return tmp_path / "nowhere"

    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(discovery, "own_folder", nowhere)
    monkeypatch.setattr(config_locations, "own_file", nowhere)
    monkeypatch.setattr("overlay.tools.mcp.manager.log_folder", nowhere)
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "mine.py").write_text(MINE)
    (folder / "wrong.py").write_text("1/0")
    return folder


def run(folder: Path, *arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(command, [*arguments, "--folder", str(folder)], input=stdin)


def out(result: Result) -> Any:
    """The printed JSON."""
    return json.loads(result.stdout)


def test_tools_are_listed_with_their_state_and_problems(folder: Path):
    result = run(folder, "list")
    lines = result.stdout.splitlines()
    assert "on   repeat            Says a word again." in lines
    assert lines[-6][:3] == "off"
    assert lines[4][:3] == "off"
    assert f"not loaded: {folder}/wrong.py, line 1: ZeroDivisionError" in result.stderr
    said = out(run(folder, "list", "--json"))
    repeat = next(each for each in said["tools"] if each["name"] == "repeat")
    assert repeat["enabled"] is True
    assert repeat["hints"]["destructive"] is True
    assert repeat["parameters"]["required"] == ["word"]
    assert said["problems"] == [
        {"source": f"{folder}/wrong.py", "message": "ZeroDivisionError: division by zero", "line": 1}
    ]


def test_a_tool_is_shown_with_what_it_may_do_and_can_not_act_on_the_terminal(folder: Path):
    text = run(folder, "show", "repeat").stdout
    parts = ("repeat (on), from ", "may: destructive", "time limit: none", "fingerprint: ", '"word"')
    assert [part for part in (*parts, "And \\u001b[2J again.") if part not in text] == []
    text = run(folder, "show", "broken").stdout
    assert "may: nothing in particular" in text
    assert "time limit: 30 s" in text
    assert "run_command (off)" in run(folder, "show", "run_command").stdout
    assert out(run(folder, "show", "repeat", "--json"))["name"] == "repeat"


def test_a_tool_is_called_with_json_single_arguments_or_stdin(folder: Path):
    result = run(folder, "call", "repeat", '{"word": "ha", "times": 3}', "--yes")
    assert result.exit_code == 0
    assert result.stdout == "hahaha\n"
    assert run(folder, "call", "repeat", "-a", "word=1", "-a", "times=2", "--yes").stdout == "11\n"
    assert run(folder, "call", "repeat", "-", "--yes", stdin='{"word": "x"}').stdout == "xx\n"


def test_a_result_is_printed_as_text_or_json_and_its_progress_on_stderr(folder: Path):
    result = run(folder, "call", "rich")
    assert result.stdout.splitlines() == [
        "text",
        "(a picture: image/png, 3 bytes; --json gives it)",
        "(a link: file:///x X)",
    ]
    assert result.stderr.splitlines()[-2:] == [" 50% half", "on"]
    pictures = out(run(folder, "call", "rich", "--json"))["images"]
    assert pictures == [{"mime_type": "image/png", "base64": "cG5n"}]
    assert out(run(folder, "call", "repeat", '{"word": "x"}', "--json", "--yes")) == {
        "text": "xx",
        "error": None,
        "structured": None,
        "images": [],
        "links": [],
        "is_error": False,
        "private": False,
        "sounds": [],
    }


def test_a_tool_that_fails_or_takes_too_long_is_exit_code_1(folder: Path):
    result = run(folder, "call", "broken")
    assert result.exit_code == 1
    assert (
        result.stderr.splitlines()[-1]
        == "overlay: tool_execution_failed: 'broken' failed: ValueError: no luck"
    )
    result = run(folder, "call", "failing")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "it failed"
    assert run(folder, "call", "slow", "--timeout", "0.01").exit_code == 1
    assert out(run(folder, "call", "broken", "--json"))["error"]["code"] == "tool_execution_failed"


def test_wrong_use_is_reported_with_exit_code_2(folder: Path):
    table: list[tuple[list[str], str]] = [
        (["show", "repaet"], "did you mean 'repeat'"),
        (["call", "repaet"], "did you mean 'repeat'"),
        (["call", "repeat"], "'word' is a required property"),
        (["call", "repeat", "{word"], "is not valid JSON"),
        (["call", "repeat", "[1]"], "must be a JSON object"),
        (["call", "repeat", "-a", "word"], "has no '='"),
        (["call", "run_command", '{"command": "true"}'], "is switched off"),
        (["call", "repeat", "--timeout", "0"], "--timeout"),
        (["list", "--root", "/no/such/folder"], "--root"),
    ]
    wrong: list[tuple[list[str], str]] = []
    for arguments, reason in table:
        result = run(folder, *arguments)
        if result.exit_code != 2 or reason not in result.stderr:
            wrong.append((arguments, result.stderr))
    assert wrong == []


def test_options_switch_on_commands_and_open_folders(folder: Path):
    result = run(folder, "call", "run_command", '{"command": "echo hi"}', "--shell", "--yes")
    assert result.stdout == "hi\n"
    assert "mine.py" in run(folder, "call", "list_files", "--root", str(folder)).stdout


RAW = str(Path(__file__).parent.parent / "tools" / "mcp" / "raw_server.py")


@pytest.fixture
def servers(tmp_path: Path) -> str:
    """A file with a good server and one that fails."""
    path = tmp_path / "mcp.json"
    items = {mode: {"command": sys.executable, "args": [RAW, mode]} for mode in ("legacy", "exit")}
    path.write_text(json.dumps({"mcpServers": items}))
    return str(path)


def test_the_tools_of_servers_are_listed_shown_and_called(folder: Path, servers: str):
    result = run(folder, "list", "--servers", servers)
    assert "on   legacy.echo" in result.stdout
    assert "not loaded: server exit: the server ended the connection" in result.stderr
    assert "not loaded: server legacy: bad: " in result.stderr
    assert "legacy.echo (on), from " in run(folder, "show", "legacy.echo", "--servers", servers).stdout
    result = run(folder, "call", "legacy.echo", '{"a": 1}', "--servers", servers, "--yes")
    assert result.exit_code == 0
    assert result.stdout == '{"a": 1}\n'


def test_only_the_server_of_the_tool_is_started_and_its_claims_are_shown_as_claims(
    folder: Path, servers: str
):
    result = run(folder, "show", "legacy.echo", "--servers", servers)
    assert "connecting to legacy …" in result.stderr
    assert "server exit" not in result.stderr
    assert "its server describes it:" in result.stdout
    assert "its server, which you do not trust, says that it may: " in result.stdout
    assert "\nmay: " not in result.stdout
    assert "overlay counts it as a tool that can delete or overwrite, can send data" in result.stdout
    assert (
        out(run(folder, "show", "legacy.echo", "--servers", servers, "--json"))["hints_are_trusted"] is False
    )

    result = run(folder, "call", "legacy", "--servers", servers)
    assert result.exit_code == 2
    assert "connecting" not in result.stderr


def test_a_tool_of_a_dead_server_is_reported_with_the_servers_own_reason(folder: Path, servers: str):
    result = run(folder, "call", "exit.echo", "--servers", servers)
    assert result.exit_code == 1
    assert "tool_execution_failed: The server 'exit' has failed: the server ended" in result.stderr
    assert "the key is missing" in result.stderr


RULES = """
[deny]
"run_*" = "I run commands myself"
"calc*" = "no sums"
"""


def test_a_call_obeys_the_policy_file_even_if_the_user_says_yes(folder: Path):
    (config_dir() / "policy.toml").write_text(RULES)
    shell = ("call", "run_command", '{"command": "echo hi"}', "--shell", "--yes")
    for arguments, why in ((shell, "I run commands myself"), (("call", "calculator", "--yes"), "")):
        result = run(folder, *arguments)
        assert why in result.stderr
        assert result.stdout == ""
        assert result.exit_code != 0
    result = run(folder, "call", "calculator", "-a", "expression=6*7")
    assert "tool_denied: calculator was not run: no sums" in result.stderr
    assert result.exit_code == 1

    (config_dir() / "policy.toml").write_text("[deny")
    result = run(folder, "call", "calculator", "-a", "expression=6*7", "--yes")
    assert "Nothing is allowed now" in result.stderr
    assert "may: read only" in run(folder, "show", "calculator").stdout


def test_a_call_that_may_harm_is_not_run_without_an_answer(folder: Path, tmp_path: Path):
    wiped = tmp_path / "new.txt"
    write = ("call", "write_file", "-a", f"path={wiped}", "-a", "content=x", "--write-root", str(tmp_path))
    result = run(folder, *write)
    assert "you must allow it, and you are not at a terminal: give --yes" in result.stderr
    assert result.exit_code == 1
    assert not wiped.exists()
    assert run(folder, *write, "--yes").exit_code == 0
    assert wiped.read_text() == "x"
    assert run(folder, "call", "calculator", "-a", "expression=6*7").stdout == "42\n"


@pytest.mark.parametrize("scope", ["once", "deny"])
def test_the_terminal_asks_as_a_chat_does(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: Literal["once", "deny"]
):
    asked: list[Question] = []

    async def ask(question: Question) -> Answer:
        asked.append(question)
        return Answer(scope, "not now" if scope == "deny" else "")

    monkeypatch.setattr(tool_approval, "at_terminal", lambda: True)
    monkeypatch.setattr(tool_approval, "ask_in_terminal", ask)
    written = tmp_path / "new.txt"
    write = ("call", "write_file", "-a", f"path={written}", "-a", "content=x", "--write-root", str(tmp_path))
    result = run(folder, *write)
    assert written.exists() == (scope == "once")
    assert ("not now" in result.stderr) == (scope == "deny")
    assert asked[0].arguments == {"path": str(written), "content": "x"}
    assert "+x" in asked[0].preview
    assert asked[0].reason == "This tool can delete or overwrite."
    assert run(folder, "call", "calculator", "-a", "expression=6*7").stdout == "42\n"
    assert len(asked) == 1


def test_no_server_is_started_for_a_tool_that_needs_none(folder: Path, servers: str):
    result = run(folder, "call", "repeat", '{"word": "x"}', "--servers", servers, "--yes")
    assert "connecting" not in result.stderr
    result = run(folder, "call", "legacy.echo", "--servers", servers, "--no-servers")
    assert result.exit_code == 2
    assert "connecting" not in result.stderr


def test_every_option_of_tools_has_a_help():
    options = [
        each for sub in command.commands.values() for each in sub.params if each.param_type_name == "option"
    ]
    assert [each.name for each in options if not getattr(each, "help", None)] == []


def test_wrong_arguments_get_the_command_that_shows_the_right_ones(folder: Path) -> None:
    assert "`overlay tools show repeat` with the same options" in run(folder, "call", "repeat").stderr
