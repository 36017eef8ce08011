"""`overlay servers`: list, import and check the MCP servers of this machine."""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from overlay.paths import config_dir
from overlay.policy import PolicyFile
from overlay.policy.servers import Servers
from overlay.signing_in import sign_in_here
from overlay.terminal_forms import ask_forms_in_terminal
from overlay.tools.errors import LoadProblem
from overlay.tools.registry import ToolRegistry
from overlay.tools.servers import (
    McpServers,
    Person,
    ServerConfig,
    ServerStatus,
    Settings,
    own,
    places,
    read_config,
)
from overlay.tools.servers.config_file import Found, discover
from overlay.tools.servers.expand import ConfigError
from overlay.tools.servers.signin.kept import KeptSignIns, place_of
from overlay.tools.terminal import one_line, safe

FILE = click.Path(dir_okay=False, path_type=Path)

servers_option = click.option(
    "--servers",
    "files",
    multiple=True,
    type=FILE,
    help="Use the servers of FILE, in place of overlay's own file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("servers")
def command() -> None:
    """List, import and check the MCP servers of this machine."""


@command.command("list")
@servers_option
@json_option
def list_servers(files: tuple[Path, ...], as_json: bool) -> None:
    """List the servers of the configuration, without starting any."""
    configs, problems = configured(files)
    if as_json:
        _print_json({"servers": [_listed(config) for config in configs], "problems": _plain(problems)})
        return
    report(problems)
    if not configs and not problems:
        click.echo(
            f"no servers in {places.own_file()}: take over those of other programs with `servers import`"
        )
    for config in configs:
        state = "off" if config.disabled else "on "
        click.echo(f"{state}  {safe(config.key)}  {config.kind or 'http'}  {one_line(config.target, 100)}")


@command.command("import")
@click.argument("files", nargs=-1, type=FILE)
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@json_option
def import_servers(files: tuple[Path, ...], dry_run: bool, as_json: bool) -> None:
    """Take servers over from FILES, or from where Claude Desktop, Claude Code, Cursor and VS Code keep
    theirs.

    They are added to overlay's own file; the files they come from are only read.
    """
    target = places.own_file()
    sources = [_named(path) for path in files] or discover(places.usual_places(Path.cwd()), Path.cwd())
    problems = [problem for source in sources for problem in source.problems]
    added, already = own.take_over(target, [server for source in sources for server in source.servers])
    if added and not dry_run:
        try:
            own.write(target, added)
        except ValueError as fault:
            raise click.UsageError(str(fault)) from fault
    if as_json:
        listed = {"added": list(map(_listed, added)), "known": list(map(_listed, already))}
        _print_json({"file": str(target), **listed, "problems": _plain(problems)})
        return
    report(problems)
    for server in added:
        click.echo(f"{'would add' if dry_run else 'added'}  {safe(server.key)}  (from {server.source})")
    for server in already:
        click.echo(f"known  {safe(server.key)}  (from {server.source})")
    if not added and not already:
        click.echo("no servers found; name a file, or look at `overlay servers import --help`")


@command.command("check")
@click.argument("keys", nargs=-1)
@servers_option
@click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), default=30.0, help="Seconds to wait for each."
)
@json_option
def check(keys: tuple[str, ...], files: tuple[Path, ...], timeout: float, as_json: bool) -> None:
    """Start the servers (all, or those named by KEYS), say how each is, and end them.

    The exit code is 1 if one of them failed.
    """
    configs, problems = configured(files)
    unknown = [key for key in keys if key not in {config.key for config in configs}]
    if unknown:
        known = ", ".join(config.key for config in configs) or "none"
        raise click.UsageError(f"there is no server {unknown[0]!r}; there are: {known}")
    chosen = [config for config in configs if not keys or config.key in keys]
    statuses = asyncio.run(_check(chosen, Settings(connect=timeout)))
    if as_json:
        _print_json({"servers": [_status(status) for status in statuses], "problems": _plain(problems)})
    else:
        report(problems)
        for status in statuses:
            _show(status)
    if problems or any(status.state == "failed" for status in statuses):
        raise SystemExit(1)


@command.command("vouch")
@click.argument("key")
@click.option("--yes", is_flag=True, help="Do not ask.")
@servers_option
@json_option
def vouch(key: str, yes: bool, files: tuple[Path, ...], as_json: bool) -> None:
    """Trust the server KEY, as it is configured now, to say truly what its tools may do.

    Until then each call of its tools is asked about. A change of its command, address, headers or variables
    ends it. Take it back by deleting its lines in policy.toml.
    """
    name, config = _one(key, files)
    store = PolicyFile(config_dir() / "policy.toml")
    about = _listed(config)
    if not yes:
        click.echo(f"{safe(key)}: {safe(config.target)}", err=True)
        for word in ("env", "headers"):
            click.echo(f"{word}: {', '.join(map(safe, about[word])) or 'none'}", err=True)
        click.confirm("Do you trust it to say what its tools may do?", abort=True, err=True)
    servers = Servers(store.kept)
    servers.know(name, config.fingerprint, config.parts)
    servers.keep(name)
    store.vouch(name, config.fingerprint)
    if as_json:
        _print_json({"server": about, "name": name, "file": str(store.path)})
    else:
        click.echo(f"vouched for {safe(key)} in {store.path}")


@command.command("login")
@click.argument("key")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=300.0,
    help="Seconds you have to sign in.",
)
@servers_option
@json_option
def login(key: str, timeout: float, files: tuple[Path, ...], as_json: bool) -> None:
    """Sign in to the server KEY, anew if you are signed in.

    The address to sign in on is printed, and opened in your browser where there is a display. What you are
    given is kept in the system's keyring, or else in a file that only you can read.
    """
    _, config = _one(key, files)
    place = _place(config)
    kept = _kept()
    kept.ignore(place)
    status = asyncio.run(
        _check([config], Settings(sign_in=timeout), Person(sign_in=sign_in_here(_say)), kept)
    )[0]
    done = status.state == "ready"
    signed = done and kept.written(place)
    if as_json:
        _print_json({"server": _status(status), "signed_in": signed})
    else:
        _show(status)
        if done:
            click.echo(f"signed in to {safe(key)}" if signed else f"{safe(key)} wants no sign-in")
    if not done:
        raise SystemExit(1)


@command.command("logout")
@click.argument("key")
@servers_option
@json_option
def logout(key: str, files: tuple[Path, ...], as_json: bool) -> None:
    """Forget the sign-in to the server KEY. The server is not told: end it there too if it has a page for
    that.
    """
    _, config = _one(key, files)
    had = asyncio.run(_kept().forget(_place(config)))
    if as_json:
        _print_json({"server": _listed(config), "forgotten": had})
    else:
        click.echo(f"signed out of {safe(key)}" if had else f"there was no sign-in to {safe(key)}")


def reached(attended: bool) -> dict[str, Any]:
    """How servers reach the person, as arguments of McpServers: in the terminal if one is there at all."""
    person = Person(elicit=ask_forms_in_terminal, sign_in=sign_in_here(_say)) if attended else None
    return {"person": person, "kept": _kept()}


def configured(files: tuple[Path, ...]) -> tuple[list[ServerConfig], list[LoadProblem]]:
    """The servers of these files, or else of overlay's own file where there is one."""
    own_file = places.own_file()
    found = [read_config(path) for path in files or ([own_file] if own_file.exists() else [])]
    servers = [server for configs, _ in found for server in configs]
    return servers, [problem for _, problems in found for problem in problems]


def report(problems: list[LoadProblem]) -> None:
    """Say on stderr what could not be loaded."""
    for problem in problems:
        click.echo(f"not loaded: {safe(str(problem))}", err=True)


def _say(line: str) -> None:
    click.echo(line, err=True)


def _kept() -> KeptSignIns:
    return KeptSignIns(say=_say)


def _one(key: str, files: tuple[Path, ...]) -> tuple[str, ServerConfig]:
    """The server of this key, with what its tools' definitions call it. Raises UsageError."""
    configs, problems = configured(files)
    report(problems)
    known = McpServers(ToolRegistry(), configs).configs
    for name, config in known.items():
        if config.key == key:
            return name, config
    keys = ", ".join(config.key for config in known.values()) or "none"
    raise click.UsageError(f"there is no server {key!r}; there are: {keys}")


def _place(config: ServerConfig) -> str:
    """Where a server's sign-in is kept. Raises UsageError if it can have none."""
    try:
        url = config.expanded(os.environ).url
    except ConfigError as fault:
        raise click.UsageError(str(fault)) from fault
    if url is None:
        raise click.UsageError(f"{config.key!r} is a program on this machine: there is nothing to sign in to")
    if config.signs_itself:
        raise click.UsageError(f"{config.key!r} has an Authorization header in {config.source}: change that")
    return place_of(config.key, url)


async def _check(
    configs: list[ServerConfig],
    settings: Settings,
    person: Person | None = None,
    kept: KeptSignIns | None = None,
) -> list[ServerStatus]:
    began = time.monotonic()

    def tell(status: ServerStatus) -> None:
        if status.state in ("ready", "failed"):
            seconds = time.monotonic() - began
            click.echo(f"{safe(status.key)}: {status.state} after {seconds:.1f} s", err=True)

    async with McpServers(
        ToolRegistry(), configs, settings=settings, on_change=tell, person=person, kept=kept or _kept()
    ) as servers:
        return await servers.settled()


def _show(status: ServerStatus) -> None:
    said = f"{len(status.tools)} tools" if status.state == "ready" else safe(status.reason)
    click.echo(f"{status.state:<9} {safe(status.key)}  {said}")
    for problem in status.problems:
        click.echo(f"          not usable: {safe(problem)}")
    if status.state == "failed" and status.log is not None:
        click.echo(f"          its log: {status.log}")


def _named(path: Path) -> Found:
    return Found(places.Place("", path), *read_config(path))


def _listed(config: ServerConfig) -> dict[str, Any]:
    """A server for people and programs: names of variables and headers, and not their values."""
    return {
        "key": config.key,
        "kind": config.kind or "http",
        "target": config.target,
        "env": sorted(config.env),
        "headers": sorted(config.headers),
        "disabled": config.disabled,
        "source": config.source,
        "fingerprint": config.fingerprint,
    }


def _status(status: ServerStatus) -> dict[str, Any]:
    return asdict(status) | {"log": str(status.log) if status.log else None}


def _plain(problems: list[LoadProblem]) -> list[dict[str, Any]]:
    return [asdict(problem) for problem in problems]


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))
