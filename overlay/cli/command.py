"""The base of all commands: their help has the options in groups, and says where the documentation is."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any

import click

SITE = "https://github.com/chat-overlay/chat-overlay/blob/main/docs"
"""Where the pages of the documentation are, for a reader without overlay."""
TOPICS = {
    "capture": "recordings",
    "check": "check",
    "config": "configuration",
    "demo": "install",
    "detect": "formats",
    "doctor": "troubleshooting",
    "help": "index",
    "history": "ledger",
    "install-launcher": "terminal",
    "launch": "browser",
    "permissions": "policy",
    "prompt": "tools",
    "replay": "replay",
    "scan": "scan",
    "servers": "servers",
    "sign-in": "browser",
    "sites": "sites",
    "tools": "tools",
}
"""The page of the documentation about each command."""
OPTION_GROUPS = {
    "The browser": ("profile", "browser", "connect", "extensions", "headless", "sign-in"),
    "Tools and servers": (
        *("config", "folder", "root", "write-root", "host", "shell", "servers", "no-servers"),
    ),
    "What may run": ("auto-execute", "delay", "panel", "ask"),
    "Results": ("auto-insert", "auto-submit", "max-rounds"),
}
"""The headings for options that several commands have, in the help of a command with many options."""
REST = "Options"
LONG = 300
"""Characters of a command's first sentence, in the list of a group's commands."""
NARROW = 52
"""The columns below which click would print longer lines."""
MANY = 12
"""From this number of options on, a command's help has them in groups."""


def grouped(options: Sequence[click.Parameter]) -> Iterator[tuple[str, list[click.Option]]]:
    """Yield headings with their options; the command's own options are the first group."""
    shown = [option for option in options if isinstance(option, click.Option) and not option.hidden]
    headings = dict.fromkeys([REST, *OPTION_GROUPS], "")
    for heading in headings:
        found = [option for option in shown if (_heading(option) if len(shown) >= MANY else REST) == heading]
        if found:
            yield heading, found


def help_record(option: click.Option, context: click.Context) -> tuple[str, str] | None:
    """Return the names of an option and its text, which says whether it may be given again."""
    found = option.get_help_record(context)
    if not found or not option.multiple:
        return found
    names, text = found
    return names, f"{text} May be given again."


def _heading(option: click.Option) -> str:
    name = option.opts[-1].lstrip("-")
    return next((heading for heading, names in OPTION_GROUPS.items() if name in names), REST)


def topic_of(context: click.Context) -> str:
    """Return the page about the command that the context is of."""
    names = context.command_path.removeprefix(context.find_root().command_path).split()
    return TOPICS.get(names[0], "commands") if names else "index"


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """Return a question about the nearest of the known names, with a space after it; "" if none is near."""
    near = get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}? " if near else ""


class _Documented(click.Command):
    """Ends its help with the page about it, and takes --verbose."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context; its help fits a narrow terminal, for which click has a minimum."""
        width = shutil.get_terminal_size().columns
        if parent is None and width < NARROW:
            extra.setdefault("terminal_width", max(width, 20))
        return super().make_context(info_name, args, parent, **extra)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with --verbose unless the command shows its own."""
        params = super().get_params(ctx)
        own = any("--verbose" in param.opts for param in params)
        return params if own else [*params, _VERBOSE]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write where the documentation of the command is."""
        super().format_epilog(ctx, formatter)
        topic = topic_of(ctx)
        with formatter.section("Documentation"):
            formatter.write(f"{'':{formatter.current_indent}}overlay help {topic}\n")
            formatter.write(f"{'':{formatter.current_indent}}{SITE}/{topic}.md\n")


class Command(_Documented):
    """A command of overlay."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, in groups if there are many."""
        for heading, options in grouped(self.get_params(ctx)):
            records = [record for option in options if (record := help_record(option, ctx))]
            with formatter.section(heading):
                formatter.write_dl(records)


class Group(_Documented, click.Group):
    """A command of overlay that has commands."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their whole first sentences."""
        known = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(LONG)) for name, one in known if one])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names. Raises UsageError with the nearest name."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            near = did_you_mean(args[0], self.list_commands(ctx))
            ctx.fail(f"No such command {args[0]!r}.\n{near}".rstrip())
        return super().resolve_command(ctx, args)


def be_verbose(ctx: click.Context, option: click.Parameter, value: bool) -> None:  # noqa: ARG001
    """Print the log too, for the rest of the run."""
    from overlay.ui.terminal.output import TerminalHandler

    if not value:
        return
    for name in ("overlay", "observers"):
        logger = logging.getLogger(name)
        ctx.call_on_close(partial(logger.setLevel, logger.level))
        logger.setLevel(logging.DEBUG)
    for handler in logging.getLogger().handlers:
        if isinstance(handler, TerminalHandler):
            handler.setLevel(logging.DEBUG)


VERBOSE_HELP = "Print on stderr what overlay does, to find the cause of a problem."
_VERBOSE = click.Option(
    ["-v", "--verbose"],
    is_flag=True,
    hidden=True,
    expose_value=False,
    callback=be_verbose,
    help=VERBOSE_HELP,
)
"""Each command takes it; only the help of `overlay` shows it."""
