import json
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.servers.config import ServerConfig, find_servers, read_config, read_server
from overlay.tools.servers.expand import ConfigError

CLAUDE_DESKTOP = """{
  "globalShortcut": "",
  "mcpServers": {
    "filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"]},
    "git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"LEVEL": 3, "QUIET": true, "NONE": null}}
  }
}"""

CLAUDE_CODE = """{
  "mcpServers": {
    "api": {
      "type": "http", "url": "${API:-https://example.org}/mcp", "headers": {"Authorization": "Bearer ${KEY}"}
    },
    "old": {"type": "sse", "url": "https://example.org/events"}
  }
}"""

CURSOR = """{"mcpServers": {
    "remote": {"url": "https://example.org/mcp", "headers": {"X": "${env:KEY}"}},
    "events": {"url": "https://example.org/sse"},
    "local": {"command": "node", "args": ["${workspaceFolder}/s.js"], "envFile": "${workspaceFolder}/.env"}
}}"""

VS_CODE = """{
  // what VS Code asks for
  "inputs": [{"type": "promptString", "id": "key", "password": true}],
  "servers": {
    "playwright": {"type": "stdio", "command": "npx", "args": ["-y", "server"], "cwd": "/tmp",},
    "github": {"type": "http", "url": "https://example.org/mcp"},
  },
}"""

VS_CODE_SETTINGS = '{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}'


def write(folder: Path, text: str) -> Path:
    path = folder / "mcp.json"
    path.write_text(text)
    return path


def read(folder: Path, text: str) -> dict[str, ServerConfig]:
    servers, problems = read_config(write(folder, text))
    assert problems == []
    return {server.key: server for server in servers}


def problem(folder: Path, item: Any) -> str:
    servers, problems = read_config(write(folder, json.dumps({"mcpServers": {"x": item}})))
    assert servers == []
    return problems[0].message


def test_a_file_of_claude_desktop_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CLAUDE_DESKTOP)
    assert (servers["filesystem"].kind, servers["filesystem"].command, servers["filesystem"].args[0]) == (
        "stdio",
        "npx",
        "-y",
    )


def test_numbers_and_truths_in_env_mean_their_text(tmp_path: Path):
    assert read(tmp_path, CLAUDE_DESKTOP)["git"].env == {"LEVEL": "3", "QUIET": "true"}


def test_a_file_of_claude_code_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CLAUDE_CODE)
    assert (servers["api"].kind, servers["old"].kind) == ("streamable-http", "sse")


def test_a_file_of_cursor_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, CURSOR)
    assert (servers["remote"].kind, servers["events"].kind, servers["local"].kind) == (None, "sse", "stdio")


def test_a_file_of_vs_code_is_read_as_it_is(tmp_path: Path):
    servers = read(tmp_path, VS_CODE)
    assert (servers["playwright"].cwd, servers["github"].kind) == ("/tmp", "streamable-http")


def test_the_settings_of_vs_code_are_read_as_they_are(tmp_path: Path):
    assert list(read(tmp_path, VS_CODE_SETTINGS)) == ["a"]


def test_a_server_knows_its_file(tmp_path: Path):
    assert read(tmp_path, VS_CODE_SETTINGS)["a"].source == str(tmp_path / "mcp.json")


@pytest.mark.parametrize(
    "item",
    [{"command": "x", "disabled": True}, {"command": "x", "enabled": False}],
    ids=["disabled", "enabled"],
)
def test_a_server_can_be_switched_off(item: Any):
    assert read_server("x", item, "").disabled


def test_variables_are_put_in_only_when_asked_for(tmp_path: Path):
    raw = read(tmp_path, CLAUDE_CODE)["api"]
    ready = raw.expanded({"KEY": "k"})
    assert (raw.url, ready.url, ready.headers) == (
        "${API:-https://example.org}/mcp",
        "https://example.org/mcp",
        {"Authorization": "Bearer k"},
    )


def test_a_variable_that_is_not_set_names_server_and_field(tmp_path: Path):
    with pytest.raises(
        ConfigError, match=r"server 'api', headers\.Authorization: the variable KEY is not set"
    ):
        read(tmp_path, CLAUDE_CODE)["api"].expanded({})


def test_variables_are_put_in_everywhere(tmp_path: Path):
    item = {"command": "${A}", "args": ["x", "${A}"], "env": {"K": "${A}"}, "cwd": "${A}"}
    ready = read_server("x", item, "").expanded({"A": "v"})
    assert (ready.command, ready.args, ready.env, ready.cwd) == ("v", ["x", "v"], {"K": "v"}, "v")


def test_an_env_file_is_read_under_what_env_says(tmp_path: Path):
    (tmp_path / ".env").write_text("# no\nexport A=1\nB='two words'\nC=\"x\"\n\nnonsense\nD = d \n")
    server = read(tmp_path, CURSOR)["local"].model_copy(update={"env": {"A": "mine"}})
    assert server.expanded({}).env == {"A": "mine", "B": "two words", "C": "x", "D": "d"}


def test_an_env_file_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"server 'local', envFile: .* can't be read"):
        read(tmp_path, CURSOR)["local"].expanded({})


@pytest.mark.parametrize(("place", "workspace"), [(".cursor", "."), (".vscode", "."), ("conf", "conf")])
def test_the_workspace_of_a_file_in_an_editors_folder_is_the_folder_above(
    tmp_path: Path, place: str, workspace: str
):
    (tmp_path / place).mkdir()
    servers, _ = read_config(
        write(tmp_path / place, '{"mcpServers": {"a": {"command": "${workspaceFolder}"}}}')
    )
    assert servers[0].expanded({}).command == str(tmp_path / workspace)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("npx", "must be an object"),
        ({}, "needs either 'command'"),
        ({"command": "a", "url": "b"}, "needs either 'command'"),
        ({"command": "a", "type": "ws"}, "type 'ws' is not known"),
        ({"command": "a", "type": "http"}, "type 'http' does not go with 'command'"),
        ({"url": "a", "type": "stdio"}, "type 'stdio' does not go with 'url'"),
        ({"command": "a", "args": "b"}, "args"),
        ({"command": 3}, "command"),
        ({"command": "a", "env": {"x": []}}, "env.x"),
        ({"command": "a", "env": "x"}, "env"),
    ],
)
def test_a_wrong_entry_is_told_with_its_server(tmp_path: Path, item: Any, reason: str):
    message = problem(tmp_path, item)
    assert (message.startswith("server 'x'"), reason in message) == (True, True)


def test_a_wrong_entry_does_not_take_the_others_down(tmp_path: Path):
    servers, problems = read_config(write(tmp_path, '{"mcpServers": {"a": 1, "b": {"command": "x"}}}'))
    assert ([server.key for server in servers], len(problems)) == (["b"], 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "is no JSON"),
        ("{}", "has neither 'mcpServers' nor 'servers'"),
        ("[]", "has neither"),
        ('{"mcp": 3}', "has neither"),
    ],
)
def test_a_file_that_holds_no_servers_is_told(tmp_path: Path, text: str, reason: str):
    assert reason in read_config(write(tmp_path, text))[1][0].message


def test_a_file_that_is_no_text_is_told(tmp_path: Path):
    (tmp_path / "x").write_bytes(b"\xff\xfe\xff")
    assert "is no JSON" in read_config(tmp_path / "x")[1][0].message


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    assert "can't be read: No such file" in read_config(tmp_path / "x")[1][0].message


def test_an_empty_object_of_servers_is_fine():
    assert find_servers({"mcpServers": {}}) == {}


def test_the_fingerprint_changes_with_what_is_started():
    one = read_server("x", {"command": "a"}, "f")
    others = [
        read_server("x", item, "f")
        for item in (
            {"command": "b"},
            {"command": "a", "args": ["1"]},
            {"command": "a", "env": {"K": "1"}},
            {"command": "a", "cwd": "/"},
            {"url": "a"},
            {"url": "a", "headers": {"K": "1"}},
        )
    ]
    assert len({one.fingerprint, *(each.fingerprint for each in others)}) == 7


def test_the_fingerprint_stays_when_a_server_moves_to_another_file_or_is_switched_off():
    one = read_server("x", {"command": "a"}, "f")
    assert read_server("x", {"command": "a", "disabled": True}, "g").fingerprint == one.fingerprint


@pytest.mark.parametrize(
    ("item", "target"),
    [({"command": "a", "args": ["b", "${C}"]}, "a b ${C}"), ({"url": "https://x"}, "https://x")],
)
def test_what_is_started_or_reached_can_be_shown_without_secrets(item: Any, target: str):
    assert read_server("x", item, "").target == target
