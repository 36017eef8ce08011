"""`--json`: each command declares what it prints, so that the reference has all fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from pydantic import BaseModel

from overlay.ui.terminal.output import echo_json

F = TypeVar("F", bound=Callable[..., Any])
ONE = "Print one JSON object in place of lines for a reader."
LINES = "Print JSON, one object a line."


class JsonOption(click.Option):
    """The option `--json`. `models` have the fields of the object; with `lines` there are many objects."""

    def __init__(
        self, *args: Any, models: tuple[type[Any], ...] = (), lines: bool = False, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.models = models
        self.lines = lines


def json_option(*models: type[Any], lines: bool = False, text: str = "") -> Callable[[F], F]:
    """Return a decorator that adds `--json` as `as_json`.

    The object that the command prints has the fields of all `models`.
    """
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        cls=JsonOption,
        models=models,
        lines=lines,
        help=text or (LINES if lines else ONE),
    )


def print_json(*values: Any) -> None:
    """Print the fields of all values as one object. Raises TypeError for a type that was not declared."""
    context = click.get_current_context(silent=True)
    option = option_of(context.command) if context else None
    if option and not {type(value) for value in values} <= set(option.models):
        raise TypeError(f"--json prints {values}, but {option.models} were declared")
    merged: dict[str, Any] = {}
    for value in values:
        merged |= plain(value)
    echo_json(merged, indent=None if option and option.lines else 2)


def option_of(command: click.Command) -> JsonOption | None:
    """Return the option `--json` of a command."""
    return next((param for param in command.params if isinstance(param, JsonOption)), None)


def plain(value: Any) -> Any:
    """Return a value as JSON data: models and dataclasses become objects, paths and dates text."""
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, BaseModel):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in cast("list[Any]", value)]
    if isinstance(value, Path):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value
