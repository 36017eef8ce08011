"""`overlay servers login` and `logout`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from overlay.cli import completion
from overlay.cli.command import Command
from overlay.cli.common_options import FiniteRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.servers import LoggedIn, LoggedOut
from overlay.cli.server_options import (
    listed,
    one_server,
    probe_servers,
    servers_option,
    show,
    token_store,
)
from overlay.common.terminal_text import name
from overlay.companion.servers import sign_in_here
from overlay.tools.mcp import ServerConfig, ServerTimeouts, UserPrompts
from overlay.tools.mcp.oauth.token_store import token_key
from overlay.tools.mcp.variables import ConfigError
from overlay.ui.terminal.output import echo, tell


@click.command("login", cls=Command)
@click.argument("key", shell_complete=completion.servers)
@click.option(
    "--timeout",
    type=FiniteRange(min=0, min_open=True),
    default=300.0,
    metavar="SECONDS",
    help="Time you have to sign in.",
)
@servers_option
@json_option(LoggedIn)
def login(key: str, timeout: float, files: tuple[Path, ...], as_json: bool) -> None:
    """Sign in to the server KEY, again if you are signed in.

    The address to sign in on is printed, and opened in your browser where there is a display. What you are
    given is kept in the system's keyring, or else in a file that only you can read.

    \b
    Examples:
      overlay servers login mail
    """
    _, config = one_server(key, files)
    place = _place(config)
    tokens = token_store()
    tokens.ignore(place)
    prompts = UserPrompts(sign_in=sign_in_here(tell))
    (status,) = asyncio.run(probe_servers([config], ServerTimeouts(sign_in=timeout), prompts, tokens))
    done = status.state == "ready"
    signed = done and tokens.written(place)
    if as_json:
        print_json(LoggedIn(status, signed))
    else:
        show(status)
        if done:
            echo(f"signed in to {name(key)}" if signed else f"{name(key)} wants no sign-in")
    if not done:
        raise SystemExit(1)


@click.command("logout", cls=Command)
@click.argument("key", shell_complete=completion.servers)
@servers_option
@json_option(LoggedOut)
def logout(key: str, files: tuple[Path, ...], as_json: bool) -> None:
    """Delete the sign-in to the server KEY. The server is not informed: end it there too if it has a page for
    that.

    \b
    Examples:
      overlay servers logout mail
    """
    _, config = one_server(key, files)
    had = asyncio.run(token_store().forget(_place(config)))
    if as_json:
        print_json(LoggedOut(listed(config), had))
    else:
        echo(f"signed out of {name(key)}" if had else f"there was no sign-in to {name(key)}")


def _place(config: ServerConfig) -> str:
    """Return the key of a server's stored sign-in. Raises UsageError for a server without sign-in."""
    try:
        url = config.expanded(os.environ).url
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    if url is None:
        raise click.UsageError(f"{config.key!r} is a program on this machine: there is nothing to sign in to")
    if config.signs_itself:
        raise click.UsageError(f"{config.key!r} has an Authorization header in {config.source}: change that")
    return token_key(config.key, url)
