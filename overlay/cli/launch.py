"""`overlay launch`: opens a chat with the companion, in overlay's own browser profile."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from functools import partial
from typing import Any

import click

from overlay.calls.events import Event
from overlay.cli import completion
from overlay.cli.command import Command
from overlay.cli.companion_run import fail_if_unattended_denials, run_until_closed
from overlay.cli.event_lines import EventLines, tell_event
from overlay.cli.first_start import can_guide, guided_choice
from overlay.cli.json_output import json_option
from overlay.cli.launch_options import launch_options
from overlay.cli.launched_companion import companion_of
from overlay.cli.server_options import report, watched_files
from overlay.cli.sign_in import sign_in_if_needed
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir as own_profile
from overlay.common.terminal_text import inline
from overlay.companion.browser.profile_lock import hold_profile
from overlay.companion.companion import Companion
from overlay.tools.errors import LoadProblem
from overlay.ui.settings import Settings, SettingsFile
from overlay.ui.terminal.output import tell


@click.command("launch", cls=Command)
@click.argument("target", metavar="[SITE|URL]", required=False, shell_complete=completion.sites)
@click.option(
    "--sign-in/--no-sign-in",
    "signing_in",
    default=True,
    help="A known site that the profile isn't signed in to is first opened for you without a debugger.",
)
@click.option(
    "--quiet", is_flag=True, help="Print what goes wrong and what needs you, not what becomes of each call."
)
@launch_options()
@json_option(Event, lines=True)
def command(
    target: str | None, as_json: bool, signing_in: bool, quiet: bool, guided: bool = False, **options: Any
) -> None:
    """Open a chat SITE (see `overlay sites list`), or any address, with the companion.

    Without one, opens the site that you chose at the first start, or asks. Runs until the window is closed or
    Ctrl+C is pressed, and then ends with 0.

    \b
    Examples:
      overlay launch chatgpt
      overlay launch https://chat.example.org --root ~/notes
      overlay launch claude --auto-execute read_file --delay 5
      overlay launch chatgpt --connect chrome
    """
    target, options["browser"] = _opened(target, options, guided)
    companion = companion_of(target, options)
    attach = not signing_in or options["headless"] or options["connect"]
    files, opened = options["files"], False

    def reloaded(lines: list[str], problems: list[LoadProblem]) -> None:
        for line in lines:
            tell(inline(line))
        report(problems)
        companion.reconsider()

    async def running(_: Companion) -> None:
        nonlocal opened
        opened = True
        await asyncio.Event().wait()

    async def run() -> None:
        nonlocal attach
        folder = companion.profile_dir or own_profile()
        with nullcontext() if attach else hold_profile(folder):  # between the two browsers too
            if not attach:
                await sign_in_if_needed(target, folder, options["browser"])
                attach = True
            async with watched_files(companion.servers, files, reloaded):
                lines = EventLines(quiet)
                show = partial(tell_event, as_json=True) if as_json else lines.show
                await run_until_closed(companion, show, running, lines.pause)

    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        if not opened:
            raise
    fail_if_unattended_denials(companion)


def _opened(target: str | None, options: dict[str, Any], guided: bool) -> tuple[str, str | None]:
    """Return the site and the browser: those of the command line, or else those that the user chose."""
    browser = options["browser"]
    given = browser is not None or options["connect"]
    kept = SettingsFile.own().read() if target is None or not given else Settings()
    if target is None and (guided or (kept.site is None and can_guide())):
        kept = guided_choice()
    if target is None and kept.site is None:
        raise UsageError("the site is missing", advice="Type overlay launch SITE; see `overlay sites list`.")
    return target or kept.site or "", browser if given else kept.browser
