"""`overlay config`: shows the settings and the places of the files, and opens one in an editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click

from overlay.calls.ledger import Ledger
from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Group
from overlay.cli.common_options import EXISTING_FILE
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.settings import OneFile, Paths, Setting, Settings
from overlay.common.errors import UsageError
from overlay.common.paths import cache_dir, config_dir, data_dir
from overlay.common.terminal_text import inline, json_text
from overlay.common.whole_file import write_whole
from overlay.companion.config import Config, load_config
from overlay.companion.run_settings import PLACES, put_kept
from overlay.policy import PolicyFile
from overlay.policy.policy_file import HEAD as POLICY_HEAD
from overlay.sites.loader import own_folder
from overlay.tools.mcp import config_locations, read_config
from overlay.ui.settings import HEAD as SETTINGS_HEAD
from overlay.ui.settings import SettingsFile
from overlay.ui.terminal.input import at_terminal
from overlay.ui.terminal.output import echo, tell


@dataclass(frozen=True)
class OwnFile:
    """A file that the user may edit: its path, how a new one begins, and what checks it."""

    path: Path
    head: str
    check: Callable[[], object]


def own_files() -> dict[str, OwnFile]:
    """Return the files that `overlay config edit` opens, by name."""
    settings, policy, servers = SettingsFile.own(), PolicyFile.own(), config_locations.own_file()
    return {
        "settings": OwnFile(settings.path, SETTINGS_HEAD, settings.read),
        "policy": OwnFile(policy.path, POLICY_HEAD, policy.rules),
        "servers": OwnFile(servers, '{\n  "mcpServers": {}\n}\n', lambda: _check_servers(servers)),
    }


def places() -> dict[str, Path]:
    """Return all places of the user's files, by name."""
    return {
        **{name: file.path for name, file in own_files().items()},
        "sites": own_folder(),
        "tools": config_dir() / "tools",
        "ledger": Ledger.own().path,
        "configuration": config_dir(),
        "data": data_dir(),
        "cache": cache_dir(),
    }


NAMES = ("settings", "policy", "servers")
PLACE_NAMES = (*NAMES, "sites", "tools", "ledger", "configuration", "data", "cache")


@click.group("config", cls=Group)
def command() -> None:
    """Show your settings and where your files are, or edit one.

    \b
    Examples:
      overlay config show
      overlay config path
      overlay config edit policy
    """


@command.command("show")
@click.option("--config", "config_file", type=EXISTING_FILE, help="Show the settings of a run with FILE.")
@json_option(Settings)
def show(config_file: Path | None, as_json: bool) -> None:
    """Show each setting of a run, and which file it comes from.

    \b
    Examples:
      overlay config show
      overlay config show --json
    """
    found = [Setting(*one) for one in settings_of(config_file)]
    if as_json:
        print_json(Settings(found))
        return
    for one in found:
        source = f"  # {inline(one.source)}" if one.source else ""
        echo(f"{inline(one.key)} = {inline(json_text(one.value), 200)}{source}")


def settings_of(config_file: Path | None) -> Iterator[tuple[str, Any, str]]:
    """Yield each setting of a run: its key, its value, and the file it comes from ("": the default)."""
    loaded, file = load_config(config_file), SettingsFile.own()
    kept = file.read()
    for name, value in kept:
        if name not in PLACES:
            yield name, value, str(file.path) if value is not None else ""
    plain = loaded.model_dump()
    given = {".".join(key) for key, _ in _flat(loaded.model_dump(exclude_unset=True))}
    put_kept(
        plain, kept, {name: "" for name, (table, field) in PLACES.items() if f"{table}.{field}" in given}
    )
    chosen = {".".join(place) for name, place in PLACES.items() if getattr(kept, name) is not None}
    for key, value in _flat(Config.model_validate(plain).model_dump()):
        dotted = ".".join(key)
        source = str(config_file) if dotted in given else str(file.path) if dotted in chosen else ""
        yield dotted, value, source


def _flat(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(cast("Mapping[str, Any]", value), (*path, key))
        else:
            yield (*path, key), value


@command.command("path")
@click.argument("name", required=False, type=click.Choice(PLACE_NAMES))
@json_option(Paths)
def path(name: str | None, as_json: bool) -> None:
    """Print where your files are, or only the place with this name.

    \b
    Examples:
      overlay config path
      overlay config path policy
    """
    found = {key: str(place) for key, place in places().items() if name in (None, key)}
    if as_json:
        print_json(Paths(found))
    elif name:
        echo(found[name])
    else:
        rows = [(key, inline(place, 1_000)) for key, place in found.items()]
        echo("\n".join(table(rows, terminal_width())))


@command.command("edit")
@click.argument("name", type=click.Choice(NAMES), default="settings")
@json_option(OneFile)
def edit(name: str, as_json: bool) -> None:
    """Open settings.toml, policy.toml or the file of servers in your editor, then check it.

    The editor is the program in VISUAL or EDITOR, else a usual one. A file that is not there is created.

    \b
    Examples:
      overlay config edit
      overlay config edit policy
    """
    file = own_files()[name]
    if not at_terminal():
        raise UsageError("an editor needs a terminal", advice=f"Edit the file yourself: {file.path}")
    if not file.path.exists():
        write_whole(file.path, file.head)
    click.edit(filename=str(file.path))
    file.check()
    if as_json:
        print_json(OneFile(str(file.path)))
    else:
        tell(f"{inline(str(file.path), 1_000)} is valid.")


def _check_servers(path: Path) -> None:
    _, problems = read_config(path)
    if problems:
        raise UsageError("\n".join(map(str, problems)), advice="Correct the file.")
