"""Shared by the commands about servers: the configured servers, the prompts to the user, printing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from typing import Any

import click

from overlay.cli.command import did_you_mean
from overlay.cli.common_options import FILE_PATH
from overlay.cli.json_shapes.servers import Server
from overlay.common.errors import UsageError
from overlay.common.terminal_text import counted, inline, name
from overlay.companion.server_reload import Listener, watched_servers
from overlay.companion.servers import ServerNews, sign_in_here
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import (
    ServerConfig,
    ServerManager,
    ServerStatus,
    ServerTimeouts,
    UserPrompts,
    config_locations,
    read_config,
)
from overlay.tools.mcp.oauth.token_store import TokenStore
from overlay.tools.registry import ToolRegistry
from overlay.ui.terminal.forms import ask_forms_in_terminal
from overlay.ui.terminal.output import echo, tell

servers_option = click.option(
    "--servers",
    "files",
    multiple=True,
    type=FILE_PATH,
    help="Use the servers of FILE, in place of overlay's own file.",
)


def configured(
    files: tuple[Path, ...], *, tolerant: bool = False
) -> tuple[list[ServerConfig], list[LoadProblem]]:
    """Return the servers in these files (default: overlay's own file), and the problems in the files.

    Raises UsageError if a file of `files` has problems and no usable server, unless `tolerant`.
    """
    found = [read_config(path) for path in server_files(files) if files or path.exists()]
    for path, (servers, problems) in zip(files, found, strict=False):
        if problems and not servers and not tolerant:
            text = "\n".join(inline(str(problem)) for problem in problems)
            raise UsageError(f"--servers {path}: {text}", advice="Correct the file, or give another one.")
    servers = [server for configs, _ in found for server in configs]
    return servers, [problem for _, problems in found for problem in problems]


def server_files(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the files that are read: these, or else overlay's own, which may not exist."""
    return files or (config_locations.own_file(),)


def watched_files(
    servers: ServerManager | None, files: tuple[Path, ...], tell: Listener
) -> AbstractAsyncContextManager[None]:
    """Apply changes of the configuration files while the context is open; `tell` gets a line about each."""
    apply = servers.apply if servers else None
    return watched_servers(apply, server_files(files), partial(configured, files, tolerant=True), tell)


def prefixes(configs: list[ServerConfig]) -> list[str]:
    """Return the prefix of the tool names of each server."""
    return list(ServerManager(ToolRegistry(), configs).configs) if configs else []


def server_of(tool: str, configs: list[ServerConfig]) -> list[ServerConfig]:
    """Return the servers with all but the one of the tool switched off; [] if the tool is of none of them.

    A name without its server means a tool of the only server.
    """
    known = ServerManager(ToolRegistry(), configs).configs if configs else {}
    fitting = [prefix for prefix in known if tool.startswith(f"{prefix}.")]
    wanted = max(fitting, key=len, default=next(iter(known), "") if len(known) == 1 else "")
    if not wanted:
        return []
    return [
        config if prefix == wanted else config.model_copy(update={"disabled": True})
        for prefix, config in known.items()
    ]


def report(problems: list[LoadProblem]) -> None:
    """Print on stderr what could not be loaded."""
    for problem in problems:
        tell(f"overlay: not loaded: {inline(str(problem))}")


def one_server(key: str, files: tuple[Path, ...]) -> tuple[str, ServerConfig]:
    """Return the name by which its tools' definitions refer to the server `key`, and its configuration.

    Raises UsageError if there is none.
    """
    configs, problems = configured(files)
    report(problems)
    known = ServerManager(ToolRegistry(), configs).configs
    for prefix, config in known.items():
        if config.key == key:
            return prefix, config
    raise no_server(key, [config.key for config in known.values()])


def no_server(key: str, known: Sequence[str]) -> UsageError:
    """Return the error about a server that does not exist."""
    keys = ", ".join(map(name, known)) or "none"
    return UsageError(f"there is no server {key!r}", advice=f"{did_you_mean(key, known)}There are: {keys}.")


def user_prompts(attended: bool) -> dict[str, Any]:
    """Return the arguments of ServerManager with which servers ask the user in the terminal."""
    prompts = UserPrompts(elicit=ask_forms_in_terminal, sign_in=sign_in_here(tell)) if attended else None
    return {"prompts": prompts, "tokens": token_store()}


def token_store() -> TokenStore:
    return TokenStore(notify=tell)


async def probe_servers(
    configs: list[ServerConfig],
    settings: ServerTimeouts,
    prompts: UserPrompts | None = None,
    tokens: TokenStore | None = None,
) -> list[ServerStatus]:
    began, news = time.monotonic(), ServerNews()

    def changed(status: ServerStatus) -> None:
        if news.is_new(status):
            seconds = time.monotonic() - began
            tell(f"{name(status.key)}: {status.state} after {seconds:.1f} s")

    async with ServerManager(
        ToolRegistry(),
        configs,
        settings=settings,
        on_change=changed,
        prompts=prompts,
        tokens=tokens or token_store(),
    ) as servers:
        return await servers.settled()


def show(status: ServerStatus) -> None:
    text = counted(len(status.tools), "tool") if status.state == "ready" else inline(status.reason)
    echo(f"{status.state:<9} {name(status.key)}  {text}")
    for problem in status.problems:
        echo(f"          not usable: {inline(problem)}")
    if status.state == "failed" and status.log is not None:
        echo(f"          its log: {status.log}")


def listed(config: ServerConfig) -> Server:
    """Return a server's description for output: names of variables and headers, without their values."""
    return Server(
        key=config.key,
        kind=config.kind or "http",
        target=config.target,
        env=sorted(config.env),
        headers=sorted(config.headers),
        disabled=config.disabled,
        source=config.source,
        fingerprint=config.fingerprint,
    )
