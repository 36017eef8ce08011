"""Refuses options of `overlay capture` that do not apply to the target."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from overlay.capture.importers.opening import Opening, is_file
from overlay.capture.record import stop_conditions as ending
from overlay.cli.option_checks import check_browser
from overlay.common.errors import UsageError
from overlay.sites.loader import load_profiles
from overlay.ui.terminal.output import tell

NOT_LIKE = frozenset(
    {"auto_execute", "delay", "auto_insert", "auto_submit", "max_rounds", "config_file", "ask", "panel"}
)
DEMO_TAKES = frozenset({"headless", "auto_execute", "delay", "browser", "no_servers", "panel"})
FILE_TAKES = frozenset({"headless", "browser", "no_servers", "panel"})


def check_target(target: str, until: str | None, site: str, connect: str | None) -> None:
    """Raise UsageError for options that are invalid, or that do not apply to this target."""
    if until:
        ending.parse(until)
    if until and (is_file(target) or target == "demo"):
        raise UsageError(
            "--until is for live pages",
            advice="Leave it out: the demo ends with its story, a saved page when all of it was read.",
        )
    known = load_profiles()
    if target in known and target != "demo" and not known[target].url and not connect:
        raise UsageError(
            f"{known[target].title} has no address that is the same for all users",
            advice="Give the address of your chat: overlay capture http://… -o DIR",
        )
    if site and not is_file(target):
        raise UsageError("--site is for saved pages", advice=f"Leave it out: {target} tells its site.")
    if site:
        Opening(tell, site).profile("")
    if not is_file(target) and "://" not in target and Path(target).exists():
        raise UsageError(f"{target} is not a saved page", advice="Give a page (.html, .mhtml, .har).")
    if is_file(target) and not Path(target).is_file():
        raise UsageError(f"{target} is not a file", advice="Give a saved page (.html, .mhtml, .har).")


def check_like(target: str, until: str | None) -> None:
    """Raise UsageError for options that do not apply when a recording is made like another one."""
    if target and "://" not in target:
        raise UsageError("--like opens the address of the recording", advice="Give another address, or none.")
    if until:
        raise UsageError("--until is not for --like", advice="Leave it out: it ends when all was done again.")
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in context.params and option.name in NOT_LIKE:
            raise UsageError(
                f"{option.opts[0]} is not for --like",
                advice="Leave it out: tools and settings are those of the recording, and no tool runs.",
            )


def check_taken(target: str, options: dict[str, Any]) -> None:
    """Raise UsageError for an option about opening a live page if the target is not a live page."""
    check_browser(options["browser"])
    if target != "demo" and not is_file(target):
        return
    context = click.get_current_context()
    taken = DEMO_TAKES if target == "demo" else FILE_TAKES
    what = "the demo has its own tools and its own page" if target == "demo" else "nothing is run"
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name in options and option.name not in taken:
            raise UsageError(f"{option.opts[0]} is for live pages", advice=f"Leave it out: {what}.")
