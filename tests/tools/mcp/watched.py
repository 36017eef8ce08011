"""A server under test, and the small server as a program on its own port."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.errors import ToolError
from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.status import ServerStatus
from overlay.tools.mcp.supervised_server import McpServer
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.registry import ToolRegistry

from .conftest import HERE, QUICK


class Watched:
    """A server, its registry, and every status it went through."""

    def __init__(
        self,
        config: ServerConfig,
        folder: Path,
        settings: ServerTimeouts,
        environ: dict[str, str],
        **more: Any,
    ) -> None:
        self.registry = ToolRegistry()
        self.seen: list[ServerStatus] = []
        self._changed = asyncio.Event()
        self.server = McpServer(
            config,
            self.registry,
            prefix=config.key,
            environ=environ,
            log_path=folder / "x.log",
            settings=settings,
            on_change=self._note,
            **more,
        )

    def _note(self, status: ServerStatus) -> None:
        self.seen.append(status)
        self._changed.set()

    async def reach(self, state: str, *, after: int = 0, tool: str | None = None) -> ServerStatus:
        """Wait for the first status of this state (and with this tool) after the first `after` ones."""
        while True:
            for status in self.seen[after:]:
                if status.state == state and (tool is None or tool in status.tools):
                    return status
            await self.changed()

    async def changed(self) -> None:
        """Wait for the next change."""
        self._changed.clear()
        await asyncio.wait_for(self._changed.wait(), 60)

    async def call(self, name: str, arguments: dict[str, Any] | None = None, **more: Any) -> Any:
        """Call a tool under a time limit that no test should reach, and return its result."""
        more.setdefault("timeout", 60)
        return await self.registry.call_tool(name, arguments or {}, **more)

    async def refusal(self, name: str, arguments: dict[str, Any] | None = None, **more: Any) -> ToolError:
        """Call a tool and return the error with which the call ends."""
        with pytest.raises(ToolError) as caught:
            await self.call(name, arguments, **more)
        return caught.value


@contextlib.asynccontextmanager
async def watch(
    config: ServerConfig,
    folder: Path,
    *,
    settings: ServerTimeouts = QUICK,
    environ: dict[str, str] | None = None,
    **more: Any,
) -> AsyncGenerator[Watched]:
    """Start a server, and stop it at the end; `more` goes to `McpServer`."""
    watched = Watched(config, folder, settings, {} if environ is None else environ, **more)
    watched.server.start()
    try:
        yield watched
    finally:
        await watched.server.stop()


def once(attempt: int) -> float:
    """Return a pause that is longer than every test, so that there is no second attempt."""
    return 1e6


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """The small server as a program that listens on a port, which the test can kill and start again."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.port = free_port()
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """The address of the program's server."""
        return f"http://127.0.0.1:{self.port}/{'mcp' if self.kind == 'http' else 'events'}"

    async def start(self) -> None:
        """Start the program and wait until its server says that it runs."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(HERE / "small_server.py"),
            self.kind,
            str(self.port),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        assert self._process.stderr is not None
        while b"Uvicorn running" not in await self._process.stderr.readline():
            pass

    async def kill(self) -> None:
        """Kill the program."""
        if self._process is not None:
            self._process.kill()
            await self._process.communicate()
            self._process = None
