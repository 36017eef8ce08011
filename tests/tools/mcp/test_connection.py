import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.mcp.config import ServerConfig
from tests.support.table import for_each

from .conftest import QUICK, raw_config
from .watched import Program, free_port, once, watch


async def test_an_older_server_is_talked_to_as_it_wants(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        status = await watched.server.settled()
        assert status.tools == [
            "legacy.echo",
            "legacy.ask",
            "legacy.visit",
            "legacy.want",
            "legacy.more",
            "legacy.fewer",
            "legacy.picky",
            "legacy.break",
            "legacy.die",
            "legacy.stuck",
            "legacy.odd_name_",
        ]
        assert status.problems[0].startswith("bad: ")


async def test_an_older_server_tells_that_its_tools_changed(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        await watched.call("legacy.more")
        assert "legacy.late" in (await watched.reach("ready", tool="legacy.late")).tools


async def test_tools_that_a_server_no_longer_lists_go(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        before = len(watched.seen)
        await watched.call("legacy.fewer")
        left = (await watched.reach("ready", after=before)).tools
        assert "legacy.echo" not in left
        assert "legacy.ask" in left


async def test_a_server_without_tools_is_ready_with_none(tmp_path: Path):
    async with watch(raw_config("bare"), tmp_path) as watched:
        status = await watched.server.settled()
        assert status.state == "ready"
        assert status.tools == []


async def test_a_list_of_tools_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("overlay.tools.mcp.connection.MAX_PAGES", 1)
    async with watch(raw_config("legacy"), tmp_path) as watched:
        assert "legacy.odd_name_" not in (await watched.server.settled()).tools


async def test_schemas_are_checked_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Hundreds of schemas take seconds."""
    threads: set[threading.Thread] = set()

    def note(schema: str) -> None:
        threads.add(threading.current_thread())

    monkeypatch.setattr("overlay.tools.mcp.tool_list.schema_error", note)
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        assert threads
        assert threading.current_thread() not in threads


async def test_a_server_that_never_answers_fails_with_the_time_it_had(tmp_path: Path):
    async with watch(
        raw_config("mute"), tmp_path, settings=replace(QUICK, connect=0.3, retry=once)
    ) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "no answer within 0.3 seconds"
        assert status.retry_in == 1e6


async def test_a_server_that_ends_at_once_fails_with_what_it_said(tmp_path: Path):
    async with watch(raw_config("exit"), tmp_path, settings=replace(QUICK, retry=once)) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert status.reason == "the server ended the connection; its log ends: the key is missing"


async def test_a_server_that_speaks_no_protocol_fails(tmp_path: Path):
    async with watch(raw_config("noise"), tmp_path, settings=replace(QUICK, retry=once)) as watched:
        assert (await watched.server.settled()).state == "failed"


async def test_a_server_that_fell_silent_is_given_up_and_connected_again(tmp_path: Path):
    async with watch(raw_config("once"), tmp_path, settings=replace(QUICK, probe=0.2)) as watched:
        await watched.server.settled()
        before = len(watched.seen)
        fault = await watched.refusal("once.echo", timeout=0.2)
        failed = await watched.reach("failed", after=before)
        back = await watched.reach("ready", after=before)
        assert fault.code == "tool_timeout"
        assert failed.reason == "it did not answer within 0.2 seconds"
        assert back.state == "ready"


@pytest.fixture(params=["http", pytest.param("sse", marks=pytest.mark.thorough)])
async def program(request: pytest.FixtureRequest) -> AsyncIterator[Program]:
    program = Program(request.param)
    await program.start()
    yield program
    await program.kill()


@pytest.mark.thorough
async def test_a_server_at_an_address_that_dies_during_a_call_fails_it_and_comes_back(
    program: Program, tmp_path: Path
):
    begun = asyncio.Event()

    def note(fraction: float | None, message: str) -> None:
        begun.set()

    async with watch(ServerConfig(key="net", url=program.url), tmp_path) as watched:
        status = await watched.server.settled()
        result = await watched.call("net.add", {"a": 1, "b": 2})
        before = len(watched.seen)
        arguments = {"mark": str(tmp_path / "mark")}
        call = asyncio.ensure_future(
            watched.refusal("net.wait", arguments, context=ToolContext(on_progress=note))
        )
        await begun.wait()
        await program.kill()
        fault = await call
        await program.start()
        back = await watched.reach("ready", after=before)
        assert status.state == "ready"
        assert status.log is None
        assert result.structured == {"value": 3}
        assert fault.code == "tool_execution_failed"
        assert back.state == "ready"


async def test_an_address_where_no_one_answers_fails_and_is_tried_again(tmp_path: Path):
    config = ServerConfig(key="net", url=f"http://127.0.0.1:{free_port()}/mcp")
    async with watch(config, tmp_path, settings=replace(QUICK, retry=once)) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert "ConnectError" in status.reason
        assert status.retry_in == 1e6


@for_each(
    ("said", "reason", "retry"),
    [
        ("401 Unauthorized", "wants a sign-in", None),
        ("403 No", "HTTP 403", None),
        ("500 Oh No", "500", 1e6),
    ],
)
async def test_a_server_that_wants_a_sign_in_fails_for_good(
    tmp_path: Path, said: str, reason: str, retry: float | None
):
    seen: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(f"HTTP/1.1 {said}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    site = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = site.sockets[0].getsockname()[1]
    config = ServerConfig(key="net", url=f"http://127.0.0.1:{port}/", kind="sse", headers={"X-Key": "${KEY}"})
    settings = replace(QUICK, retry=once)
    async with site, watch(config, tmp_path, settings=settings, environ={"KEY": "k"}) as watched:
        status = await watched.server.settled()
        assert status.state == "failed"
        assert reason in status.reason
        assert status.retry_in == retry
        assert b"x-key: k" in seen[0].lower()
