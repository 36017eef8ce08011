"""The command line: one file per command, found by its name, so that a command never imports the others."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from overlay.cli.command import VERBOSE_HELP, Group, be_verbose
from overlay.common.interrupts import raise_again
from overlay.common.stdout_redirect import own_stdout
from overlay.common.version import VERSION

COMMANDS = {
    "check": "Replay recordings and report what has changed.",
    "demo": "Play through the bundled chat site: no account, no network.",
    "detect": "Find tool calls in text; print one JSON object for each.",
    "scan": "Find tool calls in saved pages and chat exports.",
    "servers": "List, import and check the MCP servers of this machine.",
    "tools": "List, show and call the tools on this machine.",
    "permissions": "List, add and revoke permissions to run without a question.",
    "prompt": "Write the instructions that tell a model which tools it has.",
    "sites": "List the known chat sites, show their profiles, check a page.",
    "launch": "Open a chat site with the companion.",
    "capture": "Record a chat page, so that later checks show when it breaks.",
    "history": "Show the calls, who allowed them, and their results.",
    "replay": "Play a recording again, with overlay on it.",
    "sign-in": "Sign in to a site in overlay's browser profile, without a debugger.",
    "install-launcher": "Add a site to the desktop's menu, or remove it.",
    "help": "Print a page of the documentation, or search it.",
    "config": "Show your settings and files, or edit one.",
    "doctor": "Show what overlay finds on this machine, and what is missing.",
}
SECTIONS = {
    "Chats": ("launch", "sign-in", "install-launcher", "demo"),
    "Tools and permissions": ("tools", "servers", "permissions", "prompt", "history", "config"),
    "Texts and files": ("detect", "scan"),
    "Sites and recordings": ("sites", "capture", "replay", "check"),
    "overlay itself": ("doctor", "help"),
}
"""The commands in groups, as the overview shows them."""


class Commands(Group):
    """Loads `overlay.cli.NAME` only when NAME is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"overlay.cli.{cmd_name.replace('-', '_')}").command
        raise_again()
        return command

    def main(self, *args: Any, standalone_mode: bool = True, **options: Any) -> Any:
        """Run the command line; ends the process unless `standalone_mode` is off, like click's own method."""
        if not standalone_mode:
            return super().main(*args, standalone_mode=False, **options)
        from overlay.cli.ending import run

        sys.exit(run(lambda: super(Commands, self).main(*args, standalone_mode=False, **options)))

    def _main_shell_completion(self, *args: Any, **options: Any) -> None:
        """Complete for the shell if it asks; an error, such as a wrong variable, offers nothing."""
        try:
            super()._main_shell_completion(*args, **options)
        except Exception:
            sys.exit(1)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for heading, names in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, COMMANDS[name]) for name in names])


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(VERSION, "-V", "--version", prog_name="overlay")
@click.option("-v", "--verbose", is_flag=True, callback=be_verbose, expose_value=False, help=VERBOSE_HELP)
@click.option("--log-file", type=click.Path(dir_okay=False, path_type=Path), hidden=True)
@click.pass_context
def main(context: click.Context, log_file: Path | None) -> None:
    """Shows the tool calls that a chat model prints as blocks, and runs them on your own machine.

    Without a command, in a terminal: shows what overlay found here, asks what to open, and opens it.
    """
    if log_file:  # started by a desktop entry
        from overlay.cli.log_file import write_to

        write_to(log_file)
    context.with_resource(own_stdout())
    if context.invoked_subcommand is None:
        _start(context)


def _start(context: click.Context) -> None:
    """Start with the user's guided choice; without a terminal or a display, show the help and the reason."""
    from overlay.cli.first_start import why_no_guide
    from overlay.ui.terminal.output import echo

    reason = why_no_guide()
    if reason:
        echo(f"{context.get_help()}\n\n{reason}", err=True)
        context.exit(2)
    from overlay.cli.launch import command

    context.invoke(command, guided=True)
