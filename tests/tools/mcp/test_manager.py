import asyncio
import os
from pathlib import Path

import pytest

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.manager import ServerManager, merged
from overlay.tools.mcp.status import ServerStatus
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.registry import ToolRegistry

from .conftest import QUICK, raw_config, soon


def config(key: str, command: str = "x", source: str = "f") -> ServerConfig:
    return ServerConfig(key=key, kind="stdio", command=command, source=source)


def test_a_server_that_is_in_two_files_is_one():
    assert len(merged([config("a", source="f"), config("a", source="g")])) == 1


def test_two_servers_that_share_a_key_get_keys_of_their_own():
    found = merged([config("a", "x"), config("a", "y"), config("a", "x"), config("a", "z")])
    assert [(each.key, each.command) for each in found] == [("a", "x"), ("a_2", "y"), ("a_3", "z")]


def test_keys_and_configurations_are_known_by_what_the_tools_names_begin_with(tmp_path: Path):
    servers = ServerManager(ToolRegistry(), [config("my files"), config("my-files")], logs=tmp_path)
    assert {name: each.key for name, each in servers.configs.items()} == {
        "my_files": "my files",
        "my-files": "my-files",
    }

    servers = ServerManager(ToolRegistry(), [config("my files"), config("b")], logs=tmp_path)
    assert servers.keys == {"my_files": "my files", "b": "b"}


async def test_a_fault_of_one_server_does_not_stop_the_others(tmp_path: Path):
    """A mute, a dead and an ill-configured server run beside a good one."""
    registry = ToolRegistry()
    configs = [
        raw_config("mute"),
        raw_config("exit"),
        config("gone", "no-such-command"),
        raw_config("legacy"),
    ]
    async with ServerManager(registry, configs, logs=tmp_path, settings=QUICK) as servers:
        good = await servers.server("legacy").settled()
        gone = await servers.server("gone").settled()
        result = await registry.call_tool("legacy.echo", {"a": 1}, timeout=60)
        states = {status.key: status.state for status in servers.statuses}
        assert good.state == "ready"
        assert result.text == '{"a": 1}'
        assert states["mute"] == "connecting"
        assert gone.state == "failed"


async def test_entering_waits_for_no_server(tmp_path: Path):
    async with ServerManager(ToolRegistry(), [raw_config("mute")], logs=tmp_path) as servers:
        assert servers.statuses[0].state == "connecting"


async def test_a_server_that_failed_and_connects_again_meanwhile_counts_as_failed(tmp_path: Path):
    settings = ServerTimeouts(connect=1.0, retry=soon)
    async with ServerManager(
        ToolRegistry(), [raw_config("mute"), raw_config("exit")], logs=tmp_path, settings=settings
    ) as servers:
        assert [status.state for status in await servers.settled()] == ["failed", "failed"]


async def test_all_servers_are_settled_by_the_connect_deadline(tmp_path: Path):
    configs = [raw_config("mute"), config("gone", "no-such-command")]
    settings = ServerTimeouts(connect=0.3)
    async with ServerManager(ToolRegistry(), configs, logs=tmp_path, settings=settings) as servers:
        assert [status.state for status in await servers.settled()] == ["failed", "failed"]


async def test_a_server_that_is_switched_off_is_not_started(tmp_path: Path):
    off = raw_config("legacy").model_copy(update={"disabled": True})
    async with ServerManager(ToolRegistry(), [off], logs=tmp_path) as servers:
        assert [status.state for status in await servers.settled()] == ["disabled"]


async def test_servers_whose_keys_become_the_same_are_distinguished(tmp_path: Path):
    registry = ToolRegistry()
    configs = [raw_config("legacy", "a b"), raw_config("legacy", "a_b")]
    async with ServerManager(registry, configs, logs=tmp_path, settings=QUICK) as servers:
        await servers.settled()
        assert registry.has_tool("a_b.echo")
        assert registry.has_tool("a_b_2.echo")
        assert not registry.has_tool("echo")


async def test_changes_are_reported(tmp_path: Path):
    seen: list[ServerStatus] = []
    servers = ServerManager(
        ToolRegistry(), [raw_config("bare")], logs=tmp_path, settings=QUICK, on_change=seen.append
    )
    async with servers:
        await servers.settled()
    assert [status.state for status in seen] == ["connecting", "ready", "disabled"]


async def test_leaving_ends_every_program(tmp_path: Path):
    """Its log is a pipe here: the end of the program is the pipe's end."""
    pipe = tmp_path / "legacy.log"
    os.mkfifo(pipe)
    reader = await asyncio.to_thread(os.open, pipe, os.O_RDONLY | os.O_NONBLOCK)
    async with ServerManager(
        ToolRegistry(), [raw_config("legacy")], logs=tmp_path, settings=QUICK
    ) as servers:
        await servers.settled()
    os.set_blocking(reader, True)
    with os.fdopen(reader, "rb") as file:
        assert (await asyncio.to_thread(file.read)).startswith(b"--- ")


def test_an_unknown_server_is_refused(tmp_path: Path):
    with pytest.raises(KeyError):
        ServerManager(ToolRegistry(), [], logs=tmp_path).server("x")


async def test_a_changed_configuration_is_taken_over_and_the_others_go_on(tmp_path: Path):
    registry = ToolRegistry()
    known: list[tuple[str, str]] = []
    before = [raw_config("legacy", "same"), raw_config("legacy", "other"), raw_config("legacy", "old")]
    after = [before[0], raw_config("mute", "other"), raw_config("legacy", "new")]

    def know(called: str, config: ServerConfig) -> None:
        known.append((called, config.fingerprint))

    async with ServerManager(registry, before, logs=tmp_path, settings=QUICK, know=know) as servers:
        await servers.settled()
        same = servers.server("same")
        lines = await servers.apply(after)
        await servers.server("new").settled()
        assert lines == ["server old is gone", "server other has changed", "server new is new"]
        assert servers.server("same") is same
        assert [(status.key, status.state) for status in servers.statuses] == [
            ("same", "ready"),
            ("other", "connecting"),
            ("new", "ready"),
        ]
        assert {name.partition(".")[0] for name in registry.names} == {"same", "new"}
        assert known[3:] == [("other", after[1].fingerprint), ("new", after[2].fingerprint)]
        assert sorted(servers.keys) == ["new", "other", "same"]


async def test_the_same_configurations_change_nothing(tmp_path: Path):
    configs = [raw_config("legacy")]
    async with ServerManager(ToolRegistry(), configs, logs=tmp_path, settings=QUICK) as servers:
        assert await servers.apply([config.model_copy(update={"source": "x"}) for config in configs]) == []


async def test_a_server_can_be_switched_off_in_its_file(tmp_path: Path):
    registry, one = ToolRegistry(), raw_config("legacy")
    async with ServerManager(registry, [one], logs=tmp_path, settings=QUICK) as servers:
        await servers.settled()
        assert registry.names
        await servers.apply([one.model_copy(update={"disabled": True})])
        assert registry.names == []
        assert servers.statuses[0].state == "disabled"
