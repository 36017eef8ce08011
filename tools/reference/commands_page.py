"""Makes docs/commands.md: every command with its options and examples."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from overlay.cli import COMMANDS, main
from overlay.cli.command import REST, grouped, help_record
from tools.reference.field_texts import row, table

HEAD = """\
# Commands

`overlay COMMAND --help` prints the same. `python -m overlay` is `overlay`. Every command takes `--json`
([the fields](json.md)) and `--verbose`, which prints what overlay does. Other pages have
[the exit codes](files.md#exit-codes) and [completion for your shell](terminal.md#completion).
"""


def text() -> str:
    """Return the page."""
    listed = [row(f"[`overlay {name}`](#overlay-{name})", COMMANDS[name]) for name, _ in _all()]
    lines = [HEAD, *table(("command", "what it does"), listed), ""]
    for name, command in _all():
        lines += _section(command, click.Context(command, info_name=name, parent=_root()), "##")
    return "\n".join(lines).rstrip() + "\n"


def _root() -> click.Context:
    return click.Context(main, info_name="overlay", **main.context_settings)


def _all() -> Iterator[tuple[str, click.Command]]:
    for name in main.list_commands(_root()):
        command = main.get_command(_root(), name)
        assert command is not None
        yield name, command


def _section(command: click.Command, context: click.Context, signs: str) -> Iterator[str]:
    """Yield the heading, the words, the examples and the options of a command, then its subcommands."""
    yield from [f"{signs} {context.command_path}", ""]
    words, _, examples = inspect.cleandoc(command.help or "").replace("\b\n", "").partition("Examples:\n")
    yield from [_joined(words), ""]
    if not isinstance(command, click.Group):
        pieces = command.collect_usage_pieces(context)
        yield from ["```text", f"{context.command_path} {' '.join(pieces)}", "```", ""]
    if examples:
        yield from ["Examples:", "", "```sh", inspect.cleandoc(examples).rstrip(), "```", ""]
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _section(inner, click.Context(inner, info_name=name, parent=context), f"{signs}#")


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for heading, options in grouped(command.params):
        records = [record for option in options if (record := help_record(option, context))]
        head = "option" if heading == REST else heading
        yield from [*table((head, "meaning"), (row(f"`{name}`", about) for name, about in records)), ""]


def _joined(words: str) -> str:
    """Return paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in words.strip().split("\n\n"))
