from pathlib import Path
from typing import Any

from overlay.tools.mcp.config_file import discover, find_servers, read_config
from overlay.tools.mcp.config_locations import Place
from tests.support.table import for_each
from tests.tools.mcp.client_files import (
    CLAUDE_CODE,
    CLAUDE_DESKTOP,
    CURSOR,
    VS_CODE,
    VS_CODE_SETTINGS,
    read,
    write,
)


def test_a_file_of_claude_desktop_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CLAUDE_DESKTOP)
    assert servers["filesystem"].kind == "stdio"
    assert servers["filesystem"].command == "npx"
    assert servers["filesystem"].args[0] == "-y"


def test_a_file_of_claude_code_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CLAUDE_CODE)
    assert servers["api"].kind == "streamable-http"
    assert servers["old"].kind == "sse"


def test_a_file_of_cursor_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CURSOR)
    assert servers["remote"].kind is None
    assert servers["events"].kind == "sse"
    assert servers["local"].kind == "stdio"


def test_a_file_of_vs_code_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, VS_CODE)
    assert servers["playwright"].cwd == "/tmp"
    assert servers["github"].kind == "streamable-http"


def test_the_settings_of_vs_code_are_read_as_they_are(tmp_path: Path):
    assert list(read(tmp_path, VS_CODE_SETTINGS)) == ["a"]


def test_a_server_knows_its_file(tmp_path: Path):
    assert read(tmp_path, VS_CODE_SETTINGS)["a"].source == str(tmp_path / "mcp.json")


def test_a_wrong_entry_does_not_take_the_others_down(tmp_path: Path):
    servers, problems = read_config(write(tmp_path, '{"mcpServers": {"a": 1, "b": {"command": "x"}}}'))
    assert [server.key for server in servers] == ["b"]
    assert len(problems) == 1


@for_each(
    ("text", "reason"),
    [
        ("{", "is not valid JSON"),
        ("{}", "has neither 'mcpServers' nor 'servers'"),
        ("[]", "has neither"),
        ('{"mcp": 3}', "has neither"),
    ],
)
def test_a_file_that_holds_no_servers_is_reported(tmp_path: Path, text: str, reason: str):
    assert reason in read_config(write(tmp_path, text))[1][0].message


def test_a_file_that_is_no_text_is_reported(tmp_path: Path):
    (tmp_path / "x").write_bytes(b"\xff\xfe\xff")
    assert "is not valid JSON" in read_config(tmp_path / "x")[1][0].message


def test_a_file_that_is_not_there_is_reported(tmp_path: Path):
    assert "can't be read: No such file" in read_config(tmp_path / "x")[1][0].message


def test_an_empty_object_of_servers_is_fine():
    assert find_servers({"mcpServers": {}}) == {}


def test_the_servers_of_a_project_in_a_shared_file_are_found_for_that_project_only():
    whole: dict[str, Any] = {
        "mcpServers": {"a": {}},
        "projects": {"/p": {"mcpServers": {"b": {}}}, "/q": {"mcpServers": {"c": {}}}},
    }
    found = find_servers(whole, Path("/p"))
    assert list(found or {}) == ["a", "b"]
    assert list(find_servers(whole) or {}) == ["a"]


def test_files_that_hold_servers_are_discovered(tmp_path: Path):
    (tmp_path / "good").write_text(CURSOR)
    (tmp_path / "other").write_text('{"editor.fontSize": 12}')
    (tmp_path / "empty").write_text('{"mcpServers": {}}')
    (tmp_path / "broken").write_text("{")
    places = [Place(name, tmp_path / name) for name in ("good", "other", "empty", "broken", "gone")]
    assert [
        (each.place.program, len(each.servers), len(each.problems)) for each in discover(places, tmp_path)
    ] == [
        ("good", 3, 0),
        ("broken", 0, 1),
    ]


def test_a_file_nested_beyond_reason_is_reported(tmp_path: Path):
    assert "is not valid JSON" in read_config(write(tmp_path, "[" * 100_000))[1][0].message
