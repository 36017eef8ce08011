"""What the commands about servers share: which servers there are, reaching the person, printing."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from overlay.signing_in import sign_in_here
from overlay.terminal_forms import ask_forms_in_terminal
from overlay.tools.errors import LoadProblem
from overlay.tools.registry import ToolRegistry
from overlay.tools.servers import (
    Elicitor,
    McpServers,
    Person,
    ServerConfig,
    ServerStatus,
    Settings,
    places,
    read_config,
)
from overlay.tools.servers.signin.kept import KeptSignIns
from overlay.tools.terminal import safe

FILE = click.Path(dir_okay=False, path_type=Path)

servers_option = click.option(
    "--servers",
    "files",
    multiple=True,
    type=FILE,
    help="Use the servers of FILE, in place of overlay's own file.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


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


def one_server(key: str, files: tuple[Path, ...]) -> tuple[str, ServerConfig]:
    """The server of this key, with what its tools' definitions call it. Raises UsageError."""
    configs, problems = configured(files)
    report(problems)
    known = McpServers(ToolRegistry(), configs).configs
    for name, config in known.items():
        if config.key == key:
            return name, config
    keys = ", ".join(config.key for config in known.values()) or "none"
    raise click.UsageError(f"there is no server {key!r}; there are: {keys}")


def reached(attended: bool, elicit: Elicitor = ask_forms_in_terminal) -> dict[str, Any]:
    """How servers reach the person, if one is there at all, as arguments of McpServers."""
    person = Person(elicit=elicit, sign_in=sign_in_here(say)) if attended else None
    return {"person": person, "kept": kept_sign_ins()}


def say(line: str) -> None:
    click.echo(line, err=True)


def kept_sign_ins() -> KeptSignIns:
    return KeptSignIns(say=say)


async def tried(
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
        ToolRegistry(),
        configs,
        settings=settings,
        on_change=tell,
        person=person,
        kept=kept or kept_sign_ins(),
    ) as servers:
        return await servers.settled()


def show(status: ServerStatus) -> None:
    said = f"{len(status.tools)} tools" if status.state == "ready" else safe(status.reason)
    click.echo(f"{status.state:<9} {safe(status.key)}  {said}")
    for problem in status.problems:
        click.echo(f"          not usable: {safe(problem)}")
    if status.state == "failed" and status.log is not None:
        click.echo(f"          its log: {status.log}")


def listed(config: ServerConfig) -> dict[str, Any]:
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


def plain_status(status: ServerStatus) -> dict[str, Any]:
    return asdict(status) | {"log": str(status.log) if status.log else None}


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))
