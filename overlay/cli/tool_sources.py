"""Where the tools of a command come from: the options, and the registry that they open."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from overlay.cli.common_options import EXISTING_FILE, EXISTING_FOLDER
from overlay.cli.option_checks import check_sources
from overlay.cli.server_options import configured, server_of, servers_option, user_prompts
from overlay.cli.tool_approval import terminal_policy
from overlay.common.terminal_text import inline
from overlay.companion.config import Config, load_config
from overlay.policy import Policy
from overlay.tools.discovery import Sources, load
from overlay.tools.errors import LoadProblem, ToolError
from overlay.tools.registry import ToolRegistry
from overlay.ui.terminal.output import tell

if TYPE_CHECKING:
    from overlay.tools.mcp import ServerConfig

F = TypeVar("F", bound=Callable[..., Any])

SWITCHES = {
    "list_files": "--root DIR",
    "read_file": "--root DIR",
    "write_file": "--write-root DIR",
    "search_files": "--root DIR",
    "fetch_url": "--host HOST",
    "run_command": "--shell",
}
"""The options that give a built-in tool access to something, and so switch it on."""


def source_options(function: F) -> F:
    """Add the options that say where tools come from, the same for each subcommand."""
    for option in reversed(
        [
            click.option(
                "--config",
                "config_file",
                type=EXISTING_FILE,
                help="A file with settings (`overlay help configuration`).",
            ),
            click.option(
                "--folder",
                "folders",
                multiple=True,
                type=EXISTING_FOLDER,
                help="Load the tool files of DIR too.",
            ),
            click.option(
                "--root",
                "roots",
                multiple=True,
                type=EXISTING_FOLDER,
                help="Open DIR to the file tools, to read.",
            ),
            click.option(
                "--write-root",
                "writable",
                multiple=True,
                type=EXISTING_FOLDER,
                help="Open DIR to the file tools, to read and to write.",
            ),
            click.option("--host", "hosts", multiple=True, metavar="HOST", help="Allow fetching from HOST."),
            click.option("--shell", is_flag=True, help="Switch on `run_command`, which runs commands."),
            servers_option,
            click.option("--no-servers", is_flag=True, help="Leave MCP servers out."),
        ]
    ):
        function = option(function)
    return function


def sources_of(options: dict[str, Any], config: Config) -> Sources:
    """Return where tools come from, by the `source_options` given and the configuration."""
    return Sources(
        folders=options["folders"],
        roots=options["roots"],
        hosts=options["hosts"],
        shell=options["shell"],
        writable=options["writable"],
        wordpress=config.wordpress,
        retired=config.tools.retired,
    )


@contextlib.asynccontextmanager
async def opened(
    options: dict[str, Any], name: str | None, *, attended: bool = False
) -> AsyncGenerator[tuple[ToolRegistry, list[LoadProblem], Policy]]:
    """Open the registry as the `source_options` say; yield it with the problems and the policy.

    Of the servers only the one of the tool `name` is started (None: all). `attended`: a user is present, and
    servers may ask them.
    """
    check_sources(options)
    config = load_config(options["config_file"])
    registry, problems = load(sources_of(options, config))
    policy = terminal_policy(config.policy)
    configs: list[ServerConfig] = []
    if not options["no_servers"] and (name is None or name not in registry.all_names):
        configs, wrong = configured(options["files"])
        problems += wrong
    configs = configs if name is None else server_of(name, configs)
    if not configs:
        yield registry, problems, policy
        return
    from overlay.tools.mcp import ServerManager

    def know(server: str, config: ServerConfig) -> None:
        policy.servers.know(server, config.fingerprint, config.parts)

    async with ServerManager(registry, configs, know=know, **user_prompts(attended)) as servers:
        starting = [key for key in servers.keys.values() if not servers.server(key).config.disabled]
        tell(
            f"connecting to {', '.join(map(inline, starting))} …" if starting else "no server is switched on"
        )
        for status in await servers.settled():
            if status.state == "failed":
                problems.append(LoadProblem(f"server {status.key}", status.reason))
            problems += [LoadProblem(f"server {status.key}", problem) for problem in status.problems]
        yield registry, problems, policy


def how_to_switch_on(error: ToolError) -> str:
    """Return the option that switches on the tool that a tool_not_found is about; "" if there is none."""
    named = [option for tool, option in SWITCHES.items() if f"{tool!r}" in error.message]
    return f"Switch it on with {named[0]}." if named and error.data.get("disabled") else ""
