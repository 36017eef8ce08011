"""`overlay help`: prints a page of the documentation, or the help of a command."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from textwrap import wrap

import click
from click.shell_completion import CompletionItem

from overlay.cli.columns import table, terminal_width
from overlay.cli.command import Command
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.machine import HelpAnswer, HelpPart
from overlay.cli.manual import pages, title
from overlay.cli.page_search import search
from overlay.common.errors import UsageError
from overlay.common.terminal_text import inline
from overlay.ui.terminal.output import echo

HOW = "Type overlay help TOPIC, or overlay help WORDS to search."
MOST = 12
"""The most parts of pages that a search lists."""


def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Complete a topic for the shell."""
    return [CompletionItem(topic) for topic in pages() if topic.startswith(incomplete)]


@click.command("help", cls=Command)
@click.argument("topic", nargs=-1, metavar="[TOPIC|COMMAND|WORDS]", shell_complete=complete)
@json_option(HelpAnswer)
@click.pass_context
def command(ctx: click.Context, topic: Sequence[str], as_json: bool) -> None:
    """Print a page of the documentation, the help of a command, or the pages with these WORDS.

    Without a topic, lists all topics. The pages come with overlay: no network is needed.

    \b
    Examples:
      overlay help
      overlay help policy
      overlay help tools call
      overlay help proxy
    """
    known = pages()
    words = " ".join(topic)
    if not topic:
        listed = {name: title(page) for name, page in known.items()}
        lines = table(list(listed.items()), terminal_width())
        how = wrap(HOW, terminal_width())
        _print(HelpAnswer(topics=listed), [*lines, "", *how], as_json)
    elif words.lower() in known:
        text = known[words.lower()].read_text("utf-8").rstrip()
        more = [f"\nThe options of this command: overlay {words.lower()} --help"] * _is_command(ctx, words)
        _print(HelpAnswer(text=text), [text, *more], as_json)
    elif text := _help_of(ctx, topic):
        _print(HelpAnswer(text=text), [text], as_json)
    else:
        found = _found(words)[:MOST]
        rows = [(f"overlay help {name}", heading) for name, heading in found]
        lines = table(rows, terminal_width())
        _print(HelpAnswer(found=[HelpPart(*one) for one in found]), lines, as_json)


def _print(answer: HelpAnswer, lines: Sequence[str], as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        echo("\n".join(lines))


def _is_command(ctx: click.Context, word: str) -> bool:
    group = ctx.find_root().command
    return isinstance(group, click.Group) and word.lower() in group.list_commands(ctx)


def _help_of(ctx: click.Context, words: Sequence[str]) -> str:
    """Return what `--help` of the command prints; "" if there is no such command."""
    found = ctx.find_root().command
    parent = click.Context(found, info_name="overlay", **found.context_settings)
    for word in words:
        if not isinstance(found, click.Group) or word not in found.list_commands(parent):
            return ""
        inner = found.get_command(parent, word)
        assert inner is not None
        found, parent = inner, click.Context(inner, info_name=word, parent=parent)
    return found.get_help(parent)


def _found(words: str) -> list[tuple[str, str]]:
    """Return the parts of pages with the words. Raises UsageError if there are none."""
    found = search(words)
    if not found:
        near = get_close_matches(words.lower(), list(pages()), n=1)
        hint = f"Did you mean {near[0]!r}? " if near else ""
        raise UsageError(
            f"no page is called {inline(words)!r} or has these words",
            advice=f"{hint}`overlay help` lists the topics.",
        )
    return found
