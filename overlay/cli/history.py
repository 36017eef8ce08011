"""`overlay history`: shows the calls, who allowed them, and their results."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from overlay.calls.ledger import Ledger, RedactedRow, RowStatus, default_path
from overlay.calls.ledger.history import Filter, find, forget, moment, one
from overlay.calls.ledger.redacted_row import TIMES
from overlay.cli import completion
from overlay.cli.call_table import call_lines, when
from overlay.cli.command import Group
from overlay.cli.common_options import WholeRange
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.history import Deleted, Exported, History
from overlay.common.errors import CheckFailed, UsageError
from overlay.common.output_file import output_file
from overlay.common.terminal_text import counted, inline, json_text, quoted
from overlay.ui.terminal.output import echo, tell

F = TypeVar("F", bound=Callable[..., Any])
LIMIT = 50
MOST = 1_000_000_000
TEXTS = {"--tool": "tool", "--origin": "site", "--since": "since"}
"""The options of a filter that take a text, and their parameters."""
PIPE = (200, 24)
"""Columns and lines of an output that does not go to a terminal."""


def filters(function: F) -> F:
    """Add the options that select calls, the same for each subcommand."""
    for option in reversed(
        [
            click.option(
                "--tool",
                metavar="NAME",
                shell_complete=completion.tools,
                help="Calls of this tool; * matches any text.",
            ),
            click.option(
                "--origin",
                "site",
                metavar="ORIGIN",
                help="Calls on pages of this origin, or a part of one.",
            ),
            click.option(
                "--status", multiple=True, type=click.Choice(get_args(RowStatus)), help="Calls in this state."
            ),
            click.option(
                "--since", metavar="WHEN", help="Calls since then: 90m, 2h, 3d, or a date such as 2026-11-21."
            ),
        ]
    ):
        function = option(function)
    return function


@click.group("history", cls=Group, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Show the calls, who allowed them, and their results. Without a command: the newest calls.

    \b
    Examples:
      overlay history
      overlay history list --json
      overlay history export calls.jsonl
    """
    if context.invoked_subcommand is None:
        context.invoke(list_calls)


@command.command("list")
@filters
@click.option("--limit", type=WholeRange(1, MOST), default=LIMIT, help="Maximum number of calls.")
@json_option(History)
def list_calls(limit: int, as_json: bool, **options: Any) -> None:
    """List the calls, the newest first.

    \b
    Examples:
      overlay history list --tool 'mail.*' --since 2h
      overlay history list --json
    """
    which = _filter(options)
    with _ledger() as ledger:
        rows = find(ledger, which, limit) if ledger else []
    if as_json:
        print_json(History(rows))
    elif rows:
        echo("\n".join(call_lines(rows, shutil.get_terminal_size(PIPE).columns)))
    else:
        tell("There are no such calls.")


@command.command("show")
@click.argument("call", metavar="ID", shell_complete=completion.calls)
@json_option(RedactedRow)
def show(call: str, as_json: bool) -> None:
    """Show everything about one call. ID is its id, or the beginning of its id if no other begins so.

    \b
    Examples:
      overlay history show 3f0c6b1e
      overlay history show 3f0c6b1e --json
    """
    with _ledger() as ledger:
        rows = one(ledger, call) if ledger and call else []
    if len(rows) != 1:
        what = "More than one call's id begins" if rows else "No call's id begins"
        raise UsageError(f"{what} with {call!r}.", advice="See `overlay history list`.")
    if as_json:
        print_json(rows[0])
    else:
        _print_call(rows[0])


@command.command("export")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@filters
@json_option(Exported)
def export(file: Path, as_json: bool, **options: Any) -> None:
    """Write the calls to FILE as JSONL, one object a line, the oldest first. - is the standard output.

    \b
    Examples:
      overlay history export calls.jsonl
      overlay history export - --status failed
    """
    which = _filter(options)
    with _ledger() as ledger:
        rows = find(ledger, which) if ledger else []
    lines = "".join(f"{json_text(row.as_json(), plain=True)}\n" for row in reversed(rows))
    if str(file) == "-":
        echo(lines, nl=False)
    else:
        with output_file(file) as out:
            out.write(lines.encode())
    if as_json and str(file) != "-":
        print_json(Exported(str(file), len(rows)))
    else:
        echo(f"{counted(len(rows), 'call')} written to {inline(str(file))}", err=str(file) == "-")


@command.command("delete")
@filters
@click.option("--yes", is_flag=True, help="Don't ask.")
@json_option(Deleted)
def delete_calls(yes: bool, as_json: bool, **options: Any) -> None:
    """Delete calls permanently: all, or those that the options select. Running calls stay.

    \b
    Examples:
      overlay history delete --since 2026-11-21
      overlay history delete --tool 'mail.*' --yes
    """
    which = _filter(options)
    with _ledger() as ledger:
        rows = [row for row in find(ledger, which) if row.status != "running"] if ledger else []
        count = 0
        if ledger and rows:
            if not yes and not click.confirm(_question(len(rows)), err=True):
                raise CheckFailed("Nothing was deleted.")
            count = forget(ledger, which)
    if as_json:
        print_json(Deleted(count))
    else:
        echo(f"{counted(count, 'call')} deleted.")


@contextmanager
def _ledger() -> Generator[Ledger | None]:
    """Yield the ledger, or None if there is no ledger yet."""
    path = default_path()
    if not path.exists():
        yield None
        return
    ledger = Ledger(path)
    try:
        ledger.open()
        yield ledger
    finally:
        ledger.close()


def _filter(options: dict[str, Any]) -> Filter:
    """Return the filter of the options. Raises UsageError for an empty one: a variable may be unset."""
    for option, name in TEXTS.items():
        if options[name] == "":
            raise click.UsageError(f"{option} is empty: give a value, or leave the option out.")
    since = options.pop("since")
    options.update(tool=options["tool"] or "", site=options["site"] or "")
    try:
        return Filter(since=moment(since, time.time()) if since else None, **options)
    except ValueError as error:
        raise click.UsageError(
            f"--since {since!r} is not a valid time: write 90m, 2h, 3d or 2026-11-21."
        ) from error


def _question(count: int) -> str:
    return (
        f"{counted(count, 'call')} will be deleted for good. A chat that shows one of them "
        "will offer it for execution again. Delete?"
    )


def _print_call(row: RedactedRow) -> None:
    values = row.as_json()
    for key, value in values.items():
        if key in ("arguments", "result") or value in (None, "", False):
            continue
        text = when(getattr(row, key)) if key in TIMES else value
        echo(f"{key:<12}  {inline(str(text), 4_000)}")
    echo("arguments\n" + quoted(json_text(row.arguments, indent=2)))
    if row.result is not None:
        echo("result\n" + quoted(row.result))
