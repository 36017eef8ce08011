"""`overlay servers`: list, import and check the MCP servers of this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from overlay.cli import completion
from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Group
from overlay.cli.common_options import EXISTING_FILE, FiniteRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.servers import CheckedServers, ImportedServers, Servers, TrustedServer
from overlay.cli.server_login import login, logout
from overlay.cli.server_options import (
    configured,
    listed,
    no_server,
    one_server,
    probe_servers,
    report,
    servers_option,
    show,
)
from overlay.common.terminal_text import inline, name, one_line, quoted
from overlay.policy import PolicyFile
from overlay.policy.trusted_servers import TrustedServers
from overlay.tools.errors import LoadProblem
from overlay.tools.mcp import ServerTimeouts, config_locations, own_config, read_config
from overlay.tools.mcp.config_file import ServersInFile, discover
from overlay.ui.terminal.output import echo, tell


@click.group("servers", cls=Group)
def command() -> None:
    """List, import and check the MCP servers of this machine.

    \b
    Examples:
      overlay servers import --dry-run
      overlay servers check
      overlay servers list --json
    """


command.add_command(login)
command.add_command(logout)


@command.command("list")
@servers_option
@json_option(Servers)
def list_servers(files: tuple[Path, ...], as_json: bool) -> None:
    """List the servers of the configuration, without starting any.

    \b
    Examples:
      overlay servers list
      overlay servers list --json
    """
    configs, problems = configured(files)
    if as_json:
        print_json(Servers([listed(config) for config in configs], problems))
        _end_with(problems)
        return
    report(problems)
    if not configs and not problems:
        tell("There are no servers yet. `overlay servers import` takes those of other programs.")
    rows = [
        (state, name(one.key), inline(one.kind or "http"), one_line(one.target, 100))
        for one in configs
        for state in ["off" if one.disabled else "on "]
    ]
    if rows:
        echo("\n".join(table(rows, terminal_width(), head=2)))
    _end_with(problems)


@command.command("import")
@click.argument("files", nargs=-1, type=EXISTING_FILE)
@click.option("--dry-run", is_flag=True, help="Only print what would be added; write nothing.")
@json_option(ImportedServers)
def import_command(files: tuple[Path, ...], dry_run: bool, as_json: bool) -> None:
    """Import servers from FILES, or from the files of Claude Desktop, Claude Code, Cursor and VS Code.

    They are added to overlay's own file; the files they come from are only read.

    \b
    Examples:
      overlay servers import --dry-run
      overlay servers import ~/project/.mcp.json
    """
    target = config_locations.own_file()
    sources = [_named(path) for path in files] or discover(
        config_locations.usual_places(Path.cwd()), Path.cwd()
    )
    problems = [problem for source in sources for problem in source.problems]
    added, already = own_config.import_servers(
        target, [server for source in sources for server in source.servers]
    )
    if added and not dry_run:
        try:
            own_config.write(target, added)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
    if as_json:
        new, known = list(map(listed, added)), list(map(listed, already))
        print_json(ImportedServers(str(target), new, known, problems))
        _end_with(problems if files else [])
        return
    report(problems)
    for server in added:
        echo(f"{'would add' if dry_run else 'added'}  {name(server.key)}  (from {inline(server.source)})")
    for server in already:
        echo(f"known  {name(server.key)}  (from {inline(server.source)})")
    if not added and not already and not problems:
        tell("There are no servers to import. Name a file, or see `overlay servers import --help`.")
    _end_with(problems if files else [])


@command.command("check")
@click.argument("keys", nargs=-1, shell_complete=completion.servers)
@servers_option
@click.option(
    "--timeout",
    type=FiniteRange(min=0, min_open=True),
    default=30.0,
    metavar="SECONDS",
    help="Time to wait for each.",
)
@json_option(CheckedServers)
def check(keys: tuple[str, ...], files: tuple[Path, ...], timeout: float, as_json: bool) -> None:
    """Start the servers (all, or those named by KEYS), say how each is, and end them.

    The exit code is 1 if one of them failed.

    \b
    Examples:
      overlay servers check
      overlay servers check mail --timeout 60
    """
    configs, problems = configured(files, tolerant=True)
    unknown = [key for key in keys if key not in {config.key for config in configs}]
    if unknown:
        raise no_server(unknown[0], [config.key for config in configs])
    chosen = [config for config in configs if not keys or config.key in keys]
    statuses = asyncio.run(probe_servers(chosen, ServerTimeouts(connect=timeout)))
    if as_json:
        print_json(CheckedServers(statuses, problems))
    else:
        report(problems)
        for status in statuses:
            show(status)
    if problems or any(status.state == "failed" for status in statuses):
        raise SystemExit(1)


@command.command("trust")
@click.argument("key", shell_complete=completion.servers)
@click.option("--yes", is_flag=True, help="Don't ask.")
@servers_option
@json_option(TrustedServer)
def trust(key: str, yes: bool, files: tuple[Path, ...], as_json: bool) -> None:
    """Trust what the server KEY says about its tools.

    Until then overlay asks about each call of its tools. A change of its command, address, headers or
    variables ends the trust. To end it yourself, delete its lines in policy.toml.

    \b
    Examples:
      overlay servers trust mail
    """
    called, config = one_server(key, files)
    store = PolicyFile.own()
    about = listed(config)
    if not yes:
        tell(f"{name(key)}:\n{quoted(config.target)}")
        for word, names in (("env", about.env), ("headers", about.headers)):
            tell(f"{word}: {', '.join(map(name, names)) or 'none'}")
        click.confirm("Do you trust it to describe its tools correctly?", abort=True, err=True)
    servers = TrustedServers(store.fingerprints)
    servers.know(called, config.fingerprint, config.parts)
    servers.keep(called)
    store.trust(called, config.fingerprint)
    if as_json:
        print_json(TrustedServer(about, called, str(store.path)))
    else:
        echo(f"{name(key)} is trusted now; it is written in {store.path}")


def _end_with(problems: list[LoadProblem]) -> None:
    """End with an error if a part of the configuration can't be used; the rest was listed."""
    if problems:
        raise SystemExit(2)


def _named(path: Path) -> ServersInFile:
    return ServersInFile(config_locations.Place("", path), *read_config(path))
