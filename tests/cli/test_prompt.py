from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import main
from overlay.tools import discovery
from overlay.tools.mcp import config_locations

RAW = str(Path(__file__).parent.parent / "tools" / "mcp" / "raw_server.py")


@pytest.fixture(autouse=True)
def nothing_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        return tmp_path / "nowhere"

    monkeypatch.setattr(discovery, "own_folder", nowhere)
    monkeypatch.setattr(config_locations, "own_file", nowhere)
    monkeypatch.setattr("overlay.tools.mcp.manager.log_folder", nowhere)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["prompt", *arguments])


def test_the_instructions_go_to_stdout_and_their_length_to_stderr() -> None:
    result = run()
    assert result.exit_code == 0
    assert "<function_calls>" in result.stdout
    assert "## calculator" in result.stdout
    assert result.stderr.splitlines()[-1].endswith(" of 8,000 tokens (a quarter of the characters)")


def test_the_style_can_be_chosen() -> None:
    assert '"function_call_start"' in run("--style", "jsonl").stdout


def test_only_tools_that_are_on_are_reported() -> None:
    assert "## run_command" not in run().stdout


def test_tools_can_be_chosen_by_name_each_once() -> None:
    headings = [
        line
        for line in run(
            "--tool", "page_title", "--tool", "calculator", "--tool", "page_title"
        ).stdout.splitlines()
        if line.startswith("## ")
    ]
    assert headings == ["## page_title", "## calculator"]


def test_a_tool_that_is_not_there_is_wrong_use() -> None:
    result = run("--tool", "calculater")
    assert result.exit_code == 2
    assert "did you mean 'calculator'" in result.stderr


def test_what_the_budget_left_no_room_for_is_reported_on_stderr(tmp_path: Path) -> None:
    many = "\n".join(
        f"@tool\ndef look_{at}(a: int, b: int):\n    '''{'Looks. ' * 60}'''\n" for at in range(40)
    )
    (tmp_path / "many.py").write_text(f"from overlay import tool\n{many}")
    result = run("--whole", "--budget", "600", "--folder", str(tmp_path))
    assert "shortened: current_time" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("left out: ")
    assert result.stderr.splitlines()[-1].endswith("look_39")


def test_a_budget_without_room_is_wrong_use() -> None:
    result = run("--budget", "9")
    assert result.exit_code == 2
    assert "a budget of 9 tokens is too small" in result.stderr


def test_it_can_be_had_as_json() -> None:
    found = json.loads(run("--json", "--tool", "page_title").stdout)
    assert sorted(found) == ["budget", "omitted", "shortened", "text", "tokens"]


def test_retired_names_of_the_configuration_are_not_reported(tmp_path: Path) -> None:
    config = tmp_path / "overlay.toml"
    config.write_text("[tools.retired]\npage_title = 'calculator'\n")
    assert "## page_title" not in run("--config", str(config)).stdout


def test_the_tools_of_servers_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(
        json.dumps({"mcpServers": {"legacy": {"command": sys.executable, "args": [RAW, "legacy"]}}})
    )
    assert "## legacy.echo" in run("--servers", str(file)).stdout


def test_a_folder_that_was_opened_for_writing_brings_the_tool_for_it(tmp_path: Path) -> None:
    assert "## write_file" in run("--write-root", str(tmp_path)).stdout


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A folder with more tools than are described at once."""
    tools = "\n".join(f"@tool\ndef look_{at}(a: int):\n    '''{'Looks. ' * 60}'''\n" for at in range(60))
    (tmp_path / "many.py").write_text(f"from overlay import tool\n{tools}")
    return str(tmp_path)


def headings(*arguments: str) -> list[str]:
    return [line[3:] for line in run(*arguments).stdout.splitlines() if line.startswith("## ")]


def test_of_a_large_set_only_the_names_are_reported_as_in_a_chat(many: str) -> None:
    result = run("--folder", many)
    assert headings("--folder", many) == ["describe_tools"]
    assert "look_58, look_59" in result.stdout


def test_a_large_set_is_described_whole_on_request(many: str) -> None:
    told = headings("--folder", many, "--whole", "--budget", "50000")
    assert told[-1] == "look_59"
    assert "describe_tools" not in told


def test_tools_that_are_named_are_described_whatever_the_size_of_the_set(many: str) -> None:
    assert headings("--folder", many, "--tool", "look_3", "--tool", "look_4") == ["look_3", "look_4"]
