"""Starts and stops all configured servers. They connect at the same time, and none waits for another."""

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
from overlay.tools.mcp.prompts import UserPrompts
from overlay.tools.mcp.status import ServerStatus
from overlay.tools.mcp.supervised_server import McpServer
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.registry import ToolRegistry


def merged(configs: Iterable[ServerConfig]) -> list[ServerConfig]:
    """Return the servers without duplicates. A server found in two files is returned once; different servers
    with the same key get different keys.
    """
    seen: set[tuple[str, str]] = set()
    unique_configs: dict[str, ServerConfig] = {}
    for config in configs:
        mark = (config.key, config.fingerprint)
        if mark not in seen:
            seen.add(mark)
            key = unique(config.key, unique_configs)
            unique_configs[key] = config.model_copy(update={"key": key})
    return list(unique_configs.values())


class ServerManager:
    """The servers, as an async context manager. Entering starts all of them and does not wait.

    Their tools are added to `registry` as `key.tool` when each server is ready; `configs` maps that key (the
    `server` of a tool's definition) to the configuration. `environ` is for expanding variables, `logs` the
    folder for the servers' stderr, and `on_change(status)` is called on each change. `know(prefix, config)`
    is called with each configuration before its server starts. `prompts` are the callbacks to the user, None
    if no user is present; `tokens` stores sign-ins.
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
        know: Callable[[str, ServerConfig], object] | None = None,
        prompts: UserPrompts | None = None,
        tokens: TokenStore | None = None,
    ) -> None:
        tokens = tokens or TokenStore()
        self._servers: dict[str, McpServer] = {}
        self.configs: dict[str, ServerConfig] = {}

        def new_server(config: ServerConfig, name: str) -> McpServer:
            if know:
                know(name, config)
            return McpServer(
                config,
                registry,
                prefix=name,
                environ=os.environ if environ is None else environ,
                log_path=(logs or log_folder()) / f"{name}.log",
                settings=settings or ServerTimeouts(),
                on_change=on_change or _ignore,
                prompts=prompts,
                tokens=tokens,
            )

        self._new_server = new_server
        self._changing = asyncio.Lock()
        for config in merged(configs):
            self._add(config, unique(prefix(config.key), self.configs))

    async def __aenter__(self) -> ServerManager:
        for server in self._servers.values():
            if not server.config.disabled:
                server.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.gather(*(server.stop() for server in self._servers.values()))

    async def apply(self, configs: Iterable[ServerConfig]) -> list[str]:
        """Replace the configurations while the servers run; return a line about each server that changed.

        Changed and removed servers are stopped, with their running calls; new and changed ones are started.
        The others continue.
        """
        async with self._changing:
            wanted = {config.key: config for config in merged(configs)}
            names = {key: name for name, key in self.keys.items()}
            removed = [key for key in names if key not in wanted]
            changed = [
                key for key in names if key in wanted and _differs(wanted[key], self.configs[names[key]])
            ]
            await asyncio.gather(*(self._servers[key].stop() for key in (*removed, *changed)))
            for key in removed:
                del self._servers[key], self.configs[names[key]]
            added = [key for key in wanted if key not in names]
            for key in (*changed, *added):
                self._add(wanted[key], names.get(key) or unique(prefix(key), self.configs))
                if not wanted[key].disabled:
                    self._servers[key].start()
            lines = {"is gone": removed, "has changed": changed, "is new": added}
            return [f"server {key} {what}" for what, keys in lines.items() for key in keys]

    def _add(self, config: ServerConfig, name: str) -> None:
        self.configs[name] = config
        self._servers[config.key] = self._new_server(config, name)

    @property
    def statuses(self) -> list[ServerStatus]:
        """Status of each server, in the order of the configuration."""
        return [server.status for server in self._servers.values()]

    @property
    def keys(self) -> dict[str, str]:
        """`server` of a tool's definition -> key of the configuration, in its order."""
        return {name: config.key for name, config in self.configs.items()}

    def server(self, key: str) -> McpServer:
        """Return one server, to start, stop or restart it. Raises KeyError."""
        return self._servers[key]

    async def settled(self) -> list[ServerStatus]:
        """Return each server's status when it was ready or had failed, at the latest at the connect timeout.

        A server that failed may be connecting again by the time that a slower one is ready.
        """
        return await asyncio.gather(*(server.settled() for server in self._servers.values()))


def _differs(old: ServerConfig, new: ServerConfig) -> bool:
    return (old.fingerprint, old.disabled) != (new.fingerprint, new.disabled)


def _ignore(status: ServerStatus) -> None: ...
