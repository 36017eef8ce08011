import json
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.mcp.config import ServerConfig, read_server
from overlay.tools.mcp.config_file import read_config
from overlay.tools.mcp.variables import ConfigError
from tests.support.table import for_each
from tests.tools.mcp.client_files import CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, read, write


def problem(folder: Path, item: Any) -> str:
    servers, problems = read_config(write(folder, json.dumps({"mcpServers": {"x": item}})))
    assert servers == []
    return problems[0].message


def test_numbers_and_truths_in_env_mean_their_text(tmp_path: Path):
    assert read(tmp_path, CLAUDE_DESKTOP)["git"].env == {"LEVEL": "3", "QUIET": "true"}


@for_each(
    "item",
    [{"command": "x", "disabled": True}, {"command": "x", "enabled": False}],
    ids=["disabled", "enabled"],
)
def test_a_server_can_be_switched_off(item: Any):
    assert read_server("x", item, "").disabled


def test_variables_are_put_in_only_when_asked_for(tmp_path: Path):
    raw = read(tmp_path, CLAUDE_CODE)["api"]
    ready = raw.expanded({"KEY": "k"})
    assert raw.url == "${API:-https://example.org}/mcp"
    assert ready.url == "https://example.org/mcp"
    assert ready.headers == {"Authorization": "Bearer k"}


def test_a_variable_is_put_in_everywhere_and_named_where_it_is_not_set(tmp_path: Path):
    item = {"command": "${A}", "args": ["x", "${A}"], "env": {"K": "${A}"}, "cwd": "${A}"}
    ready = read_server("x", item, "").expanded({"A": "v"})
    assert ready.command == "v"
    assert ready.args == ["x", "v"]
    assert ready.env == {"K": "v"}
    assert ready.cwd == "v"

    with pytest.raises(
        ConfigError, match=r"server 'api', headers\.Authorization: the variable KEY is not set"
    ):
        read(tmp_path, CLAUDE_CODE)["api"].expanded({})


def test_an_env_file_is_read_under_what_env_says(tmp_path: Path):
    (tmp_path / ".env").write_text("# no\nexport A=1\nB='two words'\nC=\"x\"\n\nnonsense\nD = d \n")
    server = read(tmp_path, CURSOR)["local"].model_copy(update={"env": {"A": "mine"}})
    assert server.expanded({}).env == {"A": "mine", "B": "two words", "C": "x", "D": "d"}


def test_an_env_file_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"server 'local', envFile: .* can't be read"):
        read(tmp_path, CURSOR)["local"].expanded({})


@for_each(("place", "workspace"), [(".cursor", "."), (".vscode", "."), ("conf", "conf")])
def test_the_workspace_of_a_file_in_an_editors_folder_is_the_folder_above(
    tmp_path: Path, place: str, workspace: str
):
    (tmp_path / place).mkdir()
    servers, _ = read_config(
        write(tmp_path / place, '{"mcpServers": {"a": {"command": "${workspaceFolder}"}}}')
    )
    assert servers[0].expanded({}).command == str(tmp_path / workspace)


@for_each(
    ("item", "reason"),
    [
        ("npx", "must be an object"),
        ({}, "needs either 'command'"),
        ({"command": "a", "url": "b"}, "needs either 'command'"),
        ({"command": "a", "type": "ws"}, "type 'ws' is not known"),
        ({"command": "a", "type": ["stdio"]}, "is not known; use stdio, http or sse"),
        ({"command": "a", "type": "http"}, "type 'http' does not go with 'command'"),
        ({"url": "a", "type": "stdio"}, "type 'stdio' does not go with 'url'"),
        ({"command": "a", "args": "b"}, "args"),
        ({"command": 3}, "command"),
        ({"command": "a", "env": {"x": []}}, "env.x"),
        ({"command": "a", "env": "x"}, "env"),
    ],
)
def test_a_wrong_entry_is_reported_with_its_server(tmp_path: Path, item: Any, reason: str):
    message = problem(tmp_path, item)
    assert message.startswith("server 'x'")
    assert reason in message


@for_each(
    ("config", "reason"),
    [
        (ServerConfig(key="x"), "needs either 'command'"),
        (ServerConfig(key="x", command="a", kind="sse"), "type 'sse' does not go with 'command'"),
        (ServerConfig(key="x", command="${EMPTY}"), "'command' is empty"),
        (ServerConfig(key="x", url="${EMPTY}"), "'url' is ''; it must be an http or https address"),
        (ServerConfig(key="x", url="file:///etc/passwd"), "must be an http or https address"),
        (ServerConfig(key="x", url="http://[x"), "must be an http or https address"),
    ],
)
def test_an_entry_that_can_be_neither_started_nor_reached_is_reported_at_once(
    config: ServerConfig, reason: str
):
    with pytest.raises(ConfigError) as fault:
        config.expanded({"EMPTY": ""})
    assert str(fault.value).startswith("server 'x'")
    assert reason in str(fault.value)


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


def test_every_part_that_decides_what_is_reached_has_words_of_its_own():
    program = read_server(
        "x", {"command": "a", "args": ["b", "c"], "env": {"K": "1"}, "cwd": "/", "envFile": ".env"}, "f"
    )
    assert program.parts == {
        "its kind": "stdio",
        "its command": "a",
        "its folder": "/",
        "its env file": ".env",
        "argument 1": "b",
        "argument 2": "c",
        "the variable K": "1",
    }
    address = read_server("x", {"url": "https://x", "headers": {"H": "2"}}, "f")
    assert address.parts == {"its address": "https://x", "the header H": "2"}


def test_the_fingerprint_stays_when_a_server_moves_to_another_file_or_is_switched_off():
    one = read_server("x", {"command": "a"}, "f")
    assert read_server("x", {"command": "a", "disabled": True}, "g").fingerprint == one.fingerprint


@for_each(
    ("item", "target"),
    [({"command": "a", "args": ["b", "${C}"]}, "a b ${C}"), ({"url": "https://x"}, "https://x")],
)
def test_a_command_or_address_is_shown_without_secrets(item: Any, target: str):
    assert read_server("x", item, "").target == target
