import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.tools.mcp import supervised_server as server_module
from overlay.tools.mcp.config import ServerConfig

from .conftest import QUICK, raw_config
from .watched import once, watch


async def test_a_server_becomes_ready_with_its_tools(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert "legacy.echo" in status.tools
        assert watched.registry.find("echo").name == "legacy.echo"


async def test_a_stopped_servers_tools_go(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        await watched.server.stop()
        assert watched.server.status.state == "disabled"
        assert watched.registry.names == []


async def test_a_server_can_be_stopped_before_it_has_started(tmp_path: Path):
    async with watch(raw_config("mute"), tmp_path) as watched:
        await watched.server.stop()
        assert watched.server.status.state == "disabled"


async def test_a_server_can_be_stopped_while_it_is_connecting(tmp_path: Path):
    async with watch(raw_config("mute"), tmp_path) as watched:
        log = tmp_path / "x.log"
        while not log.exists():  # noqa: ASYNC110 - a file tells nobody that it is there
            await asyncio.sleep(0.01)
        await watched.server.stop()
        assert [status.state for status in watched.seen] == ["connecting", "disabled"]


async def test_a_server_can_be_stopped_while_it_waits_to_try_again(tmp_path: Path):
    async with watch(raw_config("exit"), tmp_path, settings=replace(QUICK, retry=once)) as watched:
        await watched.server.settled()
        await watched.server.stop()
        assert watched.server.status.state == "disabled"


async def test_a_server_can_be_started_again(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        await watched.server.restart()
        assert (await watched.server.settled()).state == "ready"


async def test_starting_a_started_server_changes_nothing(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        watched.server.start()
        assert watched.server.status.state == "ready"


async def test_a_server_that_dies_during_a_call_fails_the_call_and_comes_back(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        before = len(watched.seen)
        fault = await watched.refusal("legacy.die")
        back = await watched.reach("ready", after=before)
        assert fault.code == "tool_execution_failed"
        assert fault.message == "The server 'legacy' gave no result: the server ended the connection"
        assert "legacy.echo" in back.tools


async def test_the_other_calls_on_a_server_that_dies_fail_too(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        stuck = asyncio.ensure_future(watched.refusal("legacy.stuck"))
        await watched.call("legacy.echo")
        await watched.refusal("legacy.die")
        assert (await stuck).code == "tool_execution_failed"


async def test_a_call_while_a_server_is_coming_back_waits_for_it(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        first = len(watched.seen)
        await watched.refusal("legacy.die")
        result = await watched.call("legacy.echo", {"a": 1})
        assert result.text == '{"a": 1}'
        assert [status.state for status in watched.seen[first:]] == [
            "connecting",
            "failed",
            "connecting",
            "ready",
        ]


async def test_a_tool_keeps_its_definition_through_a_reconnection(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        version = watched.registry.version
        before = len(watched.seen)
        await watched.refusal("legacy.die")
        await watched.reach("ready", after=before)
        assert watched.registry.version == version


async def test_a_call_gives_up_waiting_for_a_server_that_does_not_come_back(tmp_path: Path):
    settings = replace(QUICK, wait=0.05, retry=once)
    async with watch(raw_config("legacy"), tmp_path, settings=settings) as watched:
        await watched.server.settled()
        await watched.refusal("legacy.die")
        await watched.reach("failed")
        fault = await watched.refusal("legacy.echo")
        assert fault.code == "tool_execution_failed"
        assert fault.message.startswith("The server 'legacy' has failed: the server ended")


async def test_pauses_grow_while_a_server_fails_and_start_again_once_it_was_steady(tmp_path: Path):
    pauses: list[int] = []

    def note(attempt: int) -> float:
        pauses.append(attempt)
        return 0.01

    config = raw_config("legacy").model_copy(update={"command": "${PROGRAM}"})
    environ = {"PROGRAM": "false"}
    async with watch(
        config, tmp_path, settings=replace(QUICK, retry=note, steady=0), environ=environ
    ) as watched:
        await watched.server.settled()
        while len(pauses) < 3:
            await watched.reach("failed", after=len(watched.seen))
        environ["PROGRAM"] = raw_config("legacy").command or ""
        await watched.reach("ready")
        tried = len(pauses)
        await watched.refusal("legacy.die")
        await watched.reach("failed", after=len(watched.seen) - 1)
        assert pauses[:3] == [1, 2, 3]
        assert pauses[tried] == 1


async def test_a_command_that_is_not_there_fails_for_good(tmp_path: Path):
    config = ServerConfig(key="x", kind="stdio", command="no-such-command-here")
    async with watch(config, tmp_path) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert "'no-such-command-here' was not found" in status.reason
        assert status.retry_in is None


async def test_a_server_that_failed_for_good_can_be_started_again(tmp_path: Path):
    config = raw_config("legacy").model_copy(update={"command": "${PROGRAM}"})
    environ: dict[str, str] = {}
    async with watch(config, tmp_path, environ=environ) as watched:
        await watched.server.settled()
        environ["PROGRAM"] = raw_config("legacy").command or ""
        await watched.server.restart()
        assert (await watched.server.settled()).state == "ready"


async def test_a_variable_that_is_not_set_fails_for_good(tmp_path: Path):
    config = raw_config("legacy").model_copy(update={"env": {"KEY": "${MISSING}"}})
    async with watch(config, tmp_path) as watched:
        status = await watched.server.settled()
        assert "env.KEY: the variable MISSING is not set" in status.reason
        assert status.retry_in is None


async def test_a_server_of_which_nothing_is_said_fails_for_good_and_says_what_is_missing(tmp_path: Path):
    async with watch(ServerConfig(key="x"), tmp_path) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.retry_in is None
        assert status.reason == "server 'x' needs either 'command' (a program) or 'url' (an address)"


async def test_a_fault_of_our_own_is_shown_and_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: object) -> None:
        raise TypeError("oops")

    monkeypatch.setattr(server_module, "kinds_to_try", broken)
    async with watch(raw_config("legacy"), tmp_path) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "overlay itself failed: TypeError: oops"
        assert "oops" in caplog.text


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds the process in /proc")
async def test_a_server_that_is_frozen_fails_the_call_at_its_time_limit_and_is_started_again(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path, settings=replace(QUICK, probe=0.5)) as watched:
        await watched.server.settled()
        [frozen] = programs("raw_server")
        os.kill(frozen, signal.SIGSTOP)
        before = len(watched.seen)
        fault = await watched.refusal("legacy.echo", timeout=0.5)
        down = await watched.reach("failed", after=before)
        await watched.reach("ready", after=before)
        result = await watched.call("legacy.echo", {"a": 1})
        assert fault.message.startswith("'legacy.echo' gave no result within 0.5 seconds.")
        assert down.reason == "it did not answer within 0.5 seconds"
        assert result.text == '{"a": 1}'
        assert frozen not in programs("raw_server")


def programs(name: str) -> list[int]:
    """The ids of this process' children whose command line contains `name`."""
    children = [path.read_text().split() for path in Path(f"/proc/{os.getpid()}/task").glob("*/children")]
    return [
        int(pid)
        for found in children
        for pid in found
        if name.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
