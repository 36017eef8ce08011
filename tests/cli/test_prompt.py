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
    assert "## run_command" not in result.stdout  # it is off
    assert result.stderr.splitlines()[-1].endswith(" of 8,000 tokens (a quarter of the characters)")
    assert '"function_call_start"' in run("--style", "jsonl").stdout


@pytest.mark.thorough
def test_options_add_and_remove_tools(tmp_path: Path) -> None:
    config = tmp_path / "overlay.toml"
    config.write_text("[tools.retired]\npage_title = 'calculator'\n")
    text = run("--config", str(config), "--write-root", str(tmp_path)).stdout
    assert "## page_title" not in text
    assert "## write_file" in text


def test_tools_can_be_chosen_by_name_each_once() -> None:
    names = ("page_title", "calculator", "page_title")
    assert headings(*(word for name in names for word in ("--tool", name))) == ["page_title", "calculator"]


@pytest.mark.thorough
def test_the_instructions_can_be_printed_as_json() -> None:
    found = json.loads(run("--json", "--tool", "page_title").stdout)
    assert sorted(found) == ["budget", "omitted", "shortened", "text", "tokens"]


@pytest.mark.thorough
def test_tools_beyond_the_budget_are_reported_and_a_budget_without_room_is_wrong_use(tmp_path: Path) -> None:
    many = "\n".join(
        f"@tool\ndef look_{at}(a: int, b: int):\n    '''{'Looks. ' * 60}'''\n" for at in range(40)
    )
    (tmp_path / "many.py").write_text(f"from overlay import tool\n{many}")
    result = run("--whole", "--budget", "600", "--folder", str(tmp_path))
    assert "shortened: current_time" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("left out: ")
    assert result.stderr.splitlines()[-1].endswith("look_39")
    result = run("--budget", "9")
    assert result.exit_code == 2
    assert "a budget of 9 tokens is too small" in result.stderr


@pytest.mark.thorough
def test_the_tools_of_servers_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(
        json.dumps({"mcpServers": {"legacy": {"command": sys.executable, "args": [RAW, "legacy"]}}})
    )
    assert "## legacy.echo" in run("--servers", str(file)).stdout


@pytest.fixture
def many(tmp_path: Path) -> str:
    """A folder with more tools than are described at once."""
    tools = "\n".join(f"@tool\ndef look_{at}(a: int):\n    '''{'Looks. ' * 60}'''\n" for at in range(60))
    (tmp_path / "many.py").write_text(f"from overlay import tool\n{tools}")
    return str(tmp_path)


def headings(*arguments: str) -> list[str]:
    return [line[3:] for line in run(*arguments).stdout.splitlines() if line.startswith("## ")]


@pytest.mark.thorough
def test_a_large_set_is_described_by_its_names_or_completely_on_request(many: str) -> None:
    assert headings("--folder", many) == ["describe_tools"]
    assert "look_58, look_59" in run("--folder", many).stdout
    told = headings("--folder", many, "--whole", "--budget", "50000")
    assert told[-1] == "look_59"
    assert "describe_tools" not in told
    assert headings("--folder", many, "--tool", "look_3", "--tool", "look_4") == ["look_3", "look_4"]
