"""Makes docs/json.md: the fields that each command prints with --json, and the columns of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args

import click
from pydantic import BaseModel

from overlay.calls.events import BlockInfo, Event
from overlay.calls.ledger import RedactedRow
from overlay.cli import main
from overlay.cli.json_output import JsonOption, option_of
from overlay.detection import ToolCall
from tools.reference.field_texts import fields_of, row, table

HEAD = """\
# JSON output and the ledger's columns

With `--json` a command prints one object on stdout. Commands that print as they go print one object a
line: `launch`, `replay`, `detect` and `scan` (the last two also without `--json`, unless they print to a
terminal). Errors stay on stderr, and the [exit codes](files.md#exit-codes) are the same. New fields may come
in any version; a field that exists keeps its meaning until the next minor version.

`overlay detect --stream` prints the events of [StreamDetector](api.md#callopened), each with the name of
its class in `event`.

`overlay launch --json | jq -r 'select(.kind == "done") | .block.name'` prints the tools that ran.
"""
ELSEWHERE: dict[type[Any], str] = {
    Event: "[Event](events.md#event)",
    BlockInfo: "[BlockInfo](events.md#blockinfo)",
    ToolCall: "[ToolCall](api.md#toolcall)",
}
"""Classes whose fields another page has."""
LEDGER = """\
## RedactedRow

A call in [the ledger](ledger.md): the columns of the table `calls` in `ledger.sqlite3`, of
version {version}. The database has times in seconds since 1970; JSON has them in ISO 8601, UTC. `null`
means that it has not happened.
"""


def text() -> str:
    """Return the page. Raises ValueError for a command without declared output, or a field without a text."""
    commands = list(_commands(main, click.Context(main, info_name="overlay")))
    rows = [
        row(f"`{path}`", "; ".join(map(_link, option.models)), _kind(option)) for path, option in commands
    ]
    lines = [HEAD, *table(("command", "fields", "printed"), rows), ""]
    shown: list[type[Any]] = []
    for _, option in commands:
        for model in option.models:
            _add(model, shown)
    for model in shown:
        lines += _section(model)
    return "\n".join(lines).rstrip() + "\n"


def _commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, JsonOption]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)
            continue
        option = option_of(command)
        if option is None or not option.models:
            raise ValueError(f"{inner.command_path}: declare by json_option what --json prints")
        yield inner.command_path, option


def _kind(option: JsonOption) -> str:
    return "one object a line" if option.lines else "one object"


def _link(model: type[Any]) -> str:
    return ELSEWHERE.get(model, f"[{model.__name__}](#{model.__name__.lower()})")


def _add(model: type[Any], shown: list[type[Any]]) -> None:
    """Add a model and those in its fields, each once."""
    if model in shown or model in ELSEWHERE:
        return
    shown.append(model)
    for field in fields_of(model):
        for inner in _models_in(field.inner):
            _add(inner, shown)


def _models_in(hint: Any) -> Iterator[type[Any]]:
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, BaseModel)):
        yield hint
    for inner in get_args(hint):
        yield from _models_in(inner)


def _section(model: type[Any]) -> Iterator[str]:
    if model is RedactedRow:
        from overlay.calls.ledger.schema import MIGRATIONS

        yield LEDGER.format(version=len(MIGRATIONS))
    else:
        yield from [f"## {model.__name__}", "", " ".join((model.__doc__ or "").split()), ""]
    rows = [row(f"`{one.name}`", _linked(one.type, one.inner), one.about) for one in fields_of(model)]
    yield from [*table(("field", "type", "meaning"), rows), ""]


def _linked(words: str, hint: Any) -> str:
    for inner in _models_in(hint):
        words = words.replace(f"`{inner.__name__}`", _link(inner))
    return words
