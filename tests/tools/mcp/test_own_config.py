import json
import stat
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.mcp.config import ServerConfig, read_server
from overlay.tools.mcp.config_file import read_config
from overlay.tools.mcp.own_config import import_servers, with_workspace, write
from tests.support.table import for_each

ITEMS: dict[str, Any] = {
    "full": {
        "command": "x",
        "args": ["a"],
        "env": {"K": "${V}"},
        "cwd": "/w",
        "envFile": "/e",
        "disabled": True,
        "type": "stdio",
    },
    "net": {"url": "https://x", "headers": {"H": "v"}},
    "http": {"url": "https://y", "type": "http"},
}


def servers() -> list[ServerConfig]:
    return [read_server(key, item, "/f/mcp.json") for key, item in ITEMS.items()]


def test_a_written_configuration_is_read_back_unchanged(tmp_path: Path):
    path = tmp_path / "new" / "mcp.json"
    write(path, servers())
    back, problems = read_config(path)
    assert [(each.fingerprint, each.disabled) for each in back] == [
        (each.fingerprint, each.disabled) for each in servers()
    ]
    assert problems == []


def test_the_file_is_for_its_owner_only(tmp_path: Path):
    write(tmp_path / "mcp.json", servers())
    assert stat.S_IMODE((tmp_path / "mcp.json").stat().st_mode) == 0o600


def test_the_earlier_content_of_the_file_stays(tmp_path: Path):
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {"mine": {"command": "m", "note": "kept"}}, "other": 1}')
    write(path, servers())
    whole = json.loads(path.read_text())
    assert whole["mcpServers"]["mine"] == {"command": "m", "note": "kept"}
    assert whole["other"] == 1
    assert len(whole["mcpServers"]) == 4


@for_each("text", ["{", "{}", "[]", '{"mcpServers": 3}'])
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path, text: str):
    path = tmp_path / "mcp.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="correct it, or move it away"):
        write(path, servers())
    assert path.read_text() == text


def test_without_a_file_all_servers_are_new(tmp_path: Path):
    added, already = import_servers(tmp_path / "none", servers())
    assert [server.key for server in added] == ["full", "net", "http"]
    assert already == []


def test_a_server_that_is_there_is_not_added_whatever_it_is_called(tmp_path: Path):
    write(tmp_path / "mcp.json", [read_server("another", ITEMS["net"], "")])
    added, already = import_servers(tmp_path / "mcp.json", servers())
    assert [server.key for server in added] == ["full", "http"]
    assert [server.key for server in already] == ["net"]


def test_another_server_gets_a_name_of_its_own_and_the_same_one_is_added_once(tmp_path: Path):
    assert len(import_servers(tmp_path / "none", [*servers(), *servers()])[0]) == 3

    write(tmp_path / "mcp.json", [read_server("net", {"command": "other"}, "")])
    assert [server.key for server in import_servers(tmp_path / "mcp.json", servers())[0]] == [
        "full",
        "net_2",
        "http",
    ]


def test_the_workspace_is_written_out_where_it_is_named():
    item = {
        "command": "${workspaceFolder}/x",
        "args": ["${workspaceFolderBasename}"],
        "env": {"K": "${workspaceFolder}"},
        "cwd": "${workspaceFolder}",
        "envFile": "${workspaceFolder}/.env",
    }
    server = with_workspace(read_server("x", item, "/p/.vscode/mcp.json"))
    assert server.command == "/p/x"
    assert server.args == ["p"]
    assert server.env == {"K": "/p"}
    assert server.cwd == "/p"
    assert server.env_file == "/p/.env"

    assert [with_workspace(server) for server in servers()] == servers()


def test_an_own_file_that_is_no_text_is_named_and_left(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b"\xff")
    with pytest.raises(
        ValueError, match=r"mcp\.json is not valid JSON with an object 'mcpServers'; correct it"
    ):
        write(path, [])
    assert path.read_bytes() == b"\xff"
