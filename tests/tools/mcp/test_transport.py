import sys
from pathlib import Path

import pytest

from overlay.tools.mcp import transport
from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.size_limits import Meter, ServerLimits
from overlay.tools.mcp.tool_list import Listing
from overlay.tools.mcp.transport import Requests, kinds_to_try, open_transport


def nothing() -> None: ...


def program(code: str) -> ServerConfig:
    return ServerConfig(key="x", kind="stdio", command=sys.executable, args=["-c", code])


def test_an_entry_is_started_or_reached_by_its_type():
    assert kinds_to_try(ServerConfig(key="x", url="http://x")) == ["streamable-http", "sse"]

    assert kinds_to_try(ServerConfig(key="x", command="x")) == ["stdio"]

    assert kinds_to_try(ServerConfig(key="x", url="http://x", kind="sse")) == ["sse"]


async def test_the_end_of_a_program_is_noticed_and_its_stderr_kept(tmp_path: Path):
    ended: list[bool] = []

    def on_end() -> None:
        ended.append(True)

    config = program("import sys; sys.stderr.write('oh no')")
    async with open_transport(config, "stdio", tmp_path / "x.log", on_end) as (read, write):
        assert [message async for message in read] == []
        await write.aclose()
    assert ended == [True]
    assert (tmp_path / "x.log").read_text().endswith("oh no")


async def test_messages_of_a_program_come_through(tmp_path: Path):
    config = program('print(\'{"jsonrpc": "2.0", "method": "hello"}\', flush=True); input()')
    async with open_transport(config, "stdio", tmp_path / "x.log", nothing) as (read, write), read:
        message = await read.receive()
        await read.aclose()
        await write.aclose()
    assert getattr(message, "message").method == "hello"  # noqa: B009 - a union the test need not spell out


async def test_a_program_gets_only_the_environment_it_needs_and_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_OF_MINE", "s")
    code = "import os, sys; sys.stderr.write(repr([os.environ.get('SECRET_OF_MINE'), os.environ.get('OWN')]))"
    config = program(code).model_copy(update={"env": {"OWN": "o"}, "cwd": str(tmp_path)})
    async with open_transport(config, "stdio", tmp_path / "x.log", nothing) as (read, write):
        assert [message async for message in read] == []
        await write.aclose()
    assert (tmp_path / "x.log").read_text().endswith("[None, 'o']")


def test_streams_pass_everything_else_through():
    class Inner:
        last_context = 7

    requests = Requests(Meter(ServerLimits()), lambda fault: None)
    watched = transport._Watched(Inner(), nothing, requests, Listing(ServerLimits()))  # pyright: ignore[reportPrivateUsage]
    assert watched.last_context == 7
