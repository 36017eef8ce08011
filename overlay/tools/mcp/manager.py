"""All servers of this machine together: started at once, none of them waiting for another."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType

from overlay.tools.mcp.config import ServerConfig
from overlay.tools.mcp.config_locations import log_folder
from overlay.tools.mcp.convert import prefix, unique
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.mcp.prompts import Person
from overlay.tools.mcp.server import McpServer
from overlay.tools.mcp.status import ServerStatus
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.registry import ToolRegistry


def merged(configs: Iterable[ServerConfig]) -> list[ServerConfig]:
    """The same servers, each once: one that stands in two files is one, two that share a key get keys of
    their own.
    """
    seen: set[tuple[str, str]] = set()
    kept: dict[str, ServerConfig] = {}
    for config in configs:
        mark = (config.key, config.fingerprint)
        if mark not in seen:
            seen.add(mark)
            key = unique(config.key, kept)
            kept[key] = config.model_copy(update={"key": key})
    return list(kept.values())


class ServerManager:
    """The servers, as an async context manager: entering starts them all and waits for none.

    Their tools come into `registry` as `key.tool` when each is ready; `configs` are by that key (what a
    tool's definition calls its `server`). `environ` is where variables of the
    configuration are looked up, `logs` the folder of the servers' stderr, `on_change(status)` is told each
    change. `person` is how the person is reached, None where nobody is there; `kept` are the sign-ins.
    """

    def __init__(
        self,
        registry: ToolRegistry,
        configs: Iterable[ServerConfig],
        *,
        environ: Mapping[str, str] | None = None,
        logs: Path | None = None,
        settings: ServerTimeouts | None = None,
        on_change: Callable[[ServerStatus], object] | None = None,
        person: Person | None = None,
        kept: TokenStore | None = None,
    ) -> None:
        kept = kept or TokenStore()
        self._servers: dict[str, McpServer] = {}
        self.configs: dict[str, ServerConfig] = {}
        prefixes: list[str] = []
        for config in merged(configs):
            prefixes.append(unique(prefix(config.key), prefixes))
            self.configs[prefixes[-1]] = config
            self._servers[config.key] = McpServer(
                config,
                registry,
                prefix=prefixes[-1],
                environ=os.environ if environ is None else environ,
                log_path=(logs or log_folder()) / f"{prefixes[-1]}.log",
                settings=settings or ServerTimeouts(),
                on_change=on_change or _nobody,
                person=person,
                kept=kept,
            )

    async def __aenter__(self) -> ServerManager:
        for server in self._servers.values():
            if not server.config.disabled:
                server.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(server.stop() for server in self._servers.values()))

    @property
    def statuses(self) -> list[ServerStatus]:
        """How each server is, in the order of the configuration."""
        return [server.status for server in self._servers.values()]

    @property
    def keys(self) -> dict[str, str]:
        """What a tool's definition calls its `server` -> the key of the configuration, in its order."""
        return {name: config.key for name, config in self.configs.items()}

    def server(self, key: str) -> McpServer:
        """One server, to start, stop or restart it. Raises KeyError."""
        return self._servers[key]

    async def settled(self) -> list[ServerStatus]:
        """How each is once none is connecting any more; at the latest after the connect deadline."""
        await asyncio.gather(*(server.settled() for server in self._servers.values()))
        return self.statuses


def _nobody(status: ServerStatus) -> None: ...
