"""Renamed commands: the old name still works, and prints the new one on stderr."""

from __future__ import annotations

from copy import copy
from functools import wraps
from typing import Any

import click

from overlay.ui.terminal.output import tell


def add_old_name(group: click.Group, old: str, command: click.Command) -> None:
    """Let the group's `command` be called by its `old` name too, hidden in help and completion."""
    alias, callback = copy(command), command.callback
    assert callback is not None

    @wraps(callback)
    def called(*arguments: Any, **options: Any) -> Any:
        tell(f"`overlay {group.name} {old}` is called `overlay {group.name} {command.name}` now.")
        return callback(*arguments, **options)

    alias.name, alias.hidden, alias.callback = old, True, called
    group.add_command(alias)
