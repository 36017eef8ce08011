import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from overlay.cli.tools import command
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
    """What was printed as JSON."""
    return json.loads(result.stdout)


def test_all_tools_are_listed_with_their_state(folder: Path):
    lines = run(folder, "list").stdout.splitlines()
    assert "on   repeat            Says a word again." in lines
    assert lines[-6][:3] == "off"
    assert lines[4][:3] == "off"


def test_what_could_not_be_loaded_is_reported_on_stderr(folder: Path):
    result = run(folder, "list")
    assert f"not loaded: {folder}/wrong.py, line 1: ZeroDivisionError" in result.stderr


def test_the_list_can_be_had_as_json(folder: Path):
    said = out(run(folder, "list", "--json"))
    repeat = next(each for each in said["tools"] if each["name"] == "repeat")
    assert repeat["enabled"] is True
    assert repeat["hints"]["destructive"] is True
    assert repeat["parameters"]["required"] == ["word"]
    assert said["problems"] == [
        {"source": f"{folder}/wrong.py", "message": "ZeroDivisionError: division by zero", "line": 1}
    ]


def test_a_tool_is_shown_with_all_a_user_needs_to_judge_it(folder: Path):
    text = run(folder, "show", "repeat").stdout
    for said in ("repeat (on), from ", "may: destructive", "time limit: none", "fingerprint: ", '"word"'):
        assert said in text


def test_a_tool_that_may_nothing_is_shown_as_such(folder: Path):
    text = run(folder, "show", "broken").stdout
    assert "may: nothing in particular" in text
    assert "time limit: 30 s" in text


def test_a_description_can_not_act_on_the_terminal(folder: Path):
    assert "And \\u001b[2J again." in run(folder, "show", "repeat").stdout


def test_a_tool_that_is_off_can_be_shown(folder: Path):
    assert "run_command (off)" in run(folder, "show", "run_command").stdout


def test_a_tool_can_be_shown_as_json(folder: Path):
    assert out(run(folder, "show", "repeat", "--json"))["name"] == "repeat"


def test_showing_an_unknown_tool_is_wrong_use(folder: Path):
    result = run(folder, "show", "repaet")
    assert result.exit_code == 2
    assert "did you mean 'repeat'" in result.stderr


def test_a_tool_is_called_with_a_json_object(folder: Path):
    result = run(folder, "call", "repeat", '{"word": "ha", "times": 3}')
    assert result.exit_code == 0
    assert result.stdout == "hahaha\n"


def test_a_tool_is_called_with_arguments_one_by_one(folder: Path):
    assert run(folder, "call", "repeat", "-a", "word=1", "-a", "times=2").stdout == "11\n"


def test_a_tool_is_called_with_what_stdin_holds(folder: Path):
    assert run(folder, "call", "repeat", "-", stdin='{"word": "x"}').stdout == "xx\n"


def test_a_result_can_be_had_as_json(folder: Path):
    assert out(run(folder, "call", "repeat", '{"word": "x"}', "--json")) == {
        "text": "xx",
        "structured": None,
        "images": [],
        "links": [],
        "is_error": False,
        "private": False,
        "sounds": [],
    }


def test_pictures_and_links_are_reported(folder: Path):
    assert run(folder, "call", "rich").stdout.splitlines() == [
        "text",
        "(a picture: image/png, 3 bytes; --json gives it)",
        "(a link: file:///x X)",
    ]


def test_a_picture_is_in_the_json(folder: Path):
    assert out(run(folder, "call", "rich", "--json"))["images"] == [
        {"mime_type": "image/png", "base64": "cG5n"}
    ]


def test_progress_is_shown_on_stderr(folder: Path):
    assert run(folder, "call", "rich").stderr.splitlines()[-2:] == [" 50% half", "on"]


def test_a_tool_that_fails_is_a_failed_check(folder: Path):
    result = run(folder, "call", "broken")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "tool_execution_failed: 'broken' failed: ValueError: no luck"


def test_a_tool_that_reports_an_error_is_a_failed_check(folder: Path):
    result = run(folder, "call", "failing")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "it failed"


def test_a_tool_past_its_time_is_a_failed_check(folder: Path):
    assert run(folder, "call", "slow", "--timeout", "0.01").exit_code == 1


def test_an_error_can_be_had_as_json(folder: Path):
    assert out(run(folder, "call", "broken", "--json"))["error"]["code"] == "tool_execution_failed"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["call", "repaet"], "did you mean 'repeat'"),
        (["call", "repeat"], "'word' is a required property"),
        (["call", "repeat", "{word"], "is not valid JSON"),
        (["call", "repeat", "[1]"], "must be a JSON object"),
        (["call", "repeat", "-a", "word"], "has no '='"),
        (["call", "run_command", '{"command": "true"}'], "is switched off"),
        (["call", "repeat", "--timeout", "0"], "--timeout"),
        (["list", "--root", "/no/such/folder"], "--root"),
    ],
)
def test_wrong_use_is_reported_and_ends_with_two(folder: Path, arguments: list[str], reason: str):
    result = run(folder, *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_commands_can_be_switched_on(folder: Path):
    result = run(folder, "call", "run_command", '{"command": "echo hi"}', "--shell")
    assert result.stdout == "hi\n"


def test_a_folder_can_be_opened(folder: Path):
    assert "mine.py" in run(folder, "call", "list_files", "--root", str(folder)).stdout


RAW = str(Path(__file__).parent.parent / "tools" / "mcp" / "raw_server.py")


@pytest.fixture
def servers(tmp_path: Path) -> str:
    """A file with a good server and one that fails."""
    path = tmp_path / "mcp.json"
    items = {mode: {"command": sys.executable, "args": [RAW, mode]} for mode in ("legacy", "exit")}
    path.write_text(json.dumps({"mcpServers": items}))
    return str(path)


def test_the_tools_of_servers_are_listed_and_their_troubles_told(folder: Path, servers: str):
    result = run(folder, "list", "--servers", servers)
    assert "on   legacy.echo" in result.stdout
    assert "not loaded: server exit: the server ended the connection" in result.stderr
    assert "not loaded: server legacy: bad: " in result.stderr


def test_a_servers_tool_can_be_shown(folder: Path, servers: str):
    assert "legacy.echo (on), from " in run(folder, "show", "legacy.echo", "--servers", servers).stdout


def test_a_servers_tool_can_be_called(folder: Path, servers: str):
    result = run(folder, "call", "legacy.echo", '{"a": 1}', "--servers", servers)
    assert result.exit_code == 0
    assert result.stdout == '{"a": 1}\n'


def test_no_server_is_started_for_a_tool_that_needs_none(folder: Path, servers: str):
    result = run(folder, "call", "repeat", '{"word": "x"}', "--servers", servers)
    assert "connecting" not in result.stderr


def test_servers_can_be_left_out(folder: Path, servers: str):
    result = run(folder, "call", "legacy.echo", "--servers", servers, "--no-servers")
    assert result.exit_code == 2
    assert "connecting" not in result.stderr


def test_every_option_says_what_it_does():
    options = [
        each for sub in command.commands.values() for each in sub.params if each.param_type_name == "option"
    ]
    assert [each.name for each in options if not getattr(each, "help", None)] == []
