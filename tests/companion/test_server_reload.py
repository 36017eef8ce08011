from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from pathlib import Path

from overlay.companion.server_reload import watched_servers
from overlay.tools import ToolRegistry
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerConfig, ServerManager, read_config
from tests.tools.mcp.conftest import raw_config

ONE = '{"mcpServers": {"a": {"command": "x"}}}'
TWO = '{"mcpServers": {"a": {"command": "y"}}}'


class Manager:
    """Takes over configurations, and says when a look at the files has ended."""

    def __init__(self) -> None:
        self.taken: list[list[str | None]] = []
        self.told: list[tuple[list[str], list[str]]] = []

    async def apply(self, configs: Iterable[ServerConfig]) -> list[str]:
        self.taken.append([config.command for config in configs])
        return ["changed"]

    def tell(self, lines: list[str], problems: list[LoadProblem]) -> None:
        self.told.append((lines, [problem.message for problem in problems]))


async def after(file: Path, *texts: str) -> Manager:
    """The manager after the watcher has seen the file with each of the texts."""
    manager = Manager()
    looks = asyncio.Queue[None]()
    asked = asyncio.Queue[None]()
    clock = 1_000_000_000

    async def pause() -> None:
        asked.put_nowait(None)
        await looks.get()

    async with watched_servers(manager.apply, [file], lambda: read_config(file), manager.tell, pause=pause):
        await asked.get()
        for text in texts:
            file.write_text(text)  # noqa: ASYNC240
            os.utime(file, ns=(clock := clock + 1_000_000_000, clock))
            looks.put_nowait(None)
            await asked.get()
    return manager


async def test_a_changed_file_is_taken_over(tmp_path: Path) -> None:
    (file := tmp_path / "mcp.json").write_text(ONE)
    manager = await after(file, TWO)
    assert manager.taken == [["y"]]
    assert manager.told == [(["changed"], [])]


async def test_a_file_that_comes_later_starts_its_server(tmp_path: Path) -> None:
    file, registry = tmp_path / "mcp.json", ToolRegistry()
    manager = ServerManager(registry, [], logs=tmp_path)
    ready, look, told = asyncio.Event(), asyncio.Event(), asyncio.Queue[list[str]]()

    def read() -> tuple[list[ServerConfig], list[LoadProblem]]:
        return read_config(file) if file.exists() else ([], [])

    def tell(lines: list[str], problems: list[LoadProblem]) -> None:
        told.put_nowait(lines)

    async def pause() -> None:
        ready.set()
        await look.wait()
        look.clear()

    config = raw_config("legacy")
    server = {"command": config.command, "args": config.args}
    async with manager, watched_servers(manager.apply, [file], read, tell, pause=pause):
        await ready.wait()
        file.write_text(json.dumps({"mcpServers": {"legacy": server}}))
        look.set()
        assert await told.get() == ["server legacy is new"]
        await manager.settled()
        assert registry.has_tool("legacy.echo")


async def test_while_the_file_can_not_be_read_the_servers_stay(tmp_path: Path) -> None:
    (file := tmp_path / "mcp.json").write_text(ONE)
    manager = await after(file, TWO[:-4], '{"mcpServers": {"a": {"command": "y"}, "b": {"command": 5}}}')
    assert manager.taken == []
    assert [bool(problems) for _, problems in manager.told] == [True, True]


async def test_a_corrected_file_is_taken_over(tmp_path: Path) -> None:
    (file := tmp_path / "mcp.json").write_text(ONE)
    assert (await after(file, "{", TWO)).taken == [["y"]]


async def test_an_untouched_file_is_not_read_again(tmp_path: Path) -> None:
    (file := tmp_path / "mcp.json").write_text(ONE)
    looked = asyncio.Queue[None]()
    manager = Manager()

    async def pause() -> None:
        looked.put_nowait(None)
        await asyncio.sleep(0)

    async with watched_servers(manager.apply, [file], lambda: read_config(file), manager.tell, pause=pause):
        for _ in range(3):
            await looked.get()
    assert manager.taken == []
