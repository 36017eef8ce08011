"""The command line as the documentation should describe it: its commands and options, and the pages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from overlay.cli import main

_FENCE = re.compile(r"^```(?:sh|bash|console|shell)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_PREFIXES = (["overlay"], ["python", "-m", "overlay"], ["python3", "-m", "overlay"])


def commands(group: click.Group = main, path: str = "overlay") -> Iterator[tuple[str, click.Command]]:
    """Return every command with the words that call it; a group comes before its commands."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def meanings(option: click.Option, context: click.Context) -> str:
    """Return how the value of an option is called in its help; "" for a flag."""
    return "" if option.is_flag else option.make_metavar(context)


def undocumented(path: str, command: click.Command) -> list[str]:
    """Return what `--help` does not say."""
    found = [] if command.help else [f"{path}: says nothing of itself"]
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    return [*found, *(f"{path} {option.opts[-1]}: has no help text" for option in options if not option.help)]


def untrue(page: Path) -> list[str]:
    """Calls of overlay in a page's shell blocks that its command line would not take."""
    found: list[str] = []
    known = dict(commands())
    for block in _FENCE.findall(page.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\|\||;|(?<!\S)\|(?!\S)", line.removeprefix("$ ").split(" #")[0]):
                reason = _wrong(part, known)
                if reason:
                    found.append(f"{page.name}: `{part.strip()}`: {reason}")
    return found


def _wrong(call: str, known: dict[str, click.Command]) -> str | None:
    words = shlex.split(call)
    prefix = next((prefix for prefix in _PREFIXES if words[: len(prefix)] == prefix), None)
    if prefix is None:
        return None
    words = words[len(prefix) :]
    path, command = "overlay", main
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        path = f"{path} {words.pop(0)}"
        if path not in known:
            return f"there is no {path!r}"
        command = known[path]
    takes = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    takes |= {"-h", "--help", "--verbose"}
    for word in words:
        if word.startswith("--") and word.split("=")[0] not in takes:
            return f"{path!r} takes no {word.split('=')[0]}"
    return None
