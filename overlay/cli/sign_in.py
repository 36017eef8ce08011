"""`overlay sign-in`: the user signs in to a site in overlay's profile, in a browser without a debugger."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from overlay.cli import completion
from overlay.cli.browser_options import browser_option, profile_option
from overlay.cli.command import Command
from overlay.cli.json_output import json_option, print_json
from overlay.cli.json_shapes.machine import SignedIn
from overlay.cli.option_checks import check_browser
from overlay.common.errors import UsageError
from overlay.common.paths import profile_dir as own_profile
from overlay.companion.browser import Machine, ensure_browser
from overlay.companion.browser_profile import profile_folder
from overlay.companion.profile_state import step_of
from overlay.companion.sign_in import hosts_of, sign_in, site_key
from overlay.sites.loader import profile_for
from overlay.ui.terminal.input import TERMINAL, at_terminal, in_foreground
from overlay.ui.terminal.output import tell


@click.command("sign-in", cls=Command)
@click.argument("target", metavar="SITE|URL", shell_complete=completion.sites)
@profile_option
@browser_option
@json_option(SignedIn)
def command(target: str, profile_dir: str | Path | None, browser: str | None, as_json: bool) -> None:
    """Sign in to SITE (see `overlay sites list`), or any address, by hand.

    Opens your browser on overlay's profile without a debugger, since many sites refuse a sign-in with one.
    Close the window, or press Enter, when you are signed in; then `overlay launch SITE` starts the same
    profile with overlay attached.

    \b
    Examples:
      overlay sign-in gemini
      overlay sign-in gemini --profile site --browser chrome
    """
    check_browser(browser)
    folder = profile_folder(profile_dir, target) or own_profile()
    asyncio.run(run_sign_in(target, folder, browser))
    if as_json:
        print_json(SignedIn(target, str(folder)))
    else:
        tell(f"Now type: overlay launch {target}")


async def sign_in_if_needed(target: str, folder: Path, browser: str | None) -> None:
    """Run the sign-in step of a known site that isn't signed in yet in the profile, and say why."""
    site, url = profile_for(target)
    if not site.hosts or not url.startswith("http"):
        return
    step = step_of(folder, site_key(site, url), hosts_of(site, url))
    if step == "signed in":
        return
    why = "has no sign-in" if step == "not signed in" else "no longer has the sign-in"
    tell(f"The profile {folder} {why} of {site.title}: that comes first. (--no-sign-in leaves it out.)")
    await run_sign_in(target, folder, browser)
    tell("Starting the same profile with overlay attached.")


async def run_sign_in(target: str, folder: Path, browser: str | None) -> None:
    """Run the sign-in step of a site's name or an address. Ctrl+C ends the browser, and keeps no sign-in."""
    site, url = profile_for(target)
    if not url.startswith("http"):
        raise UsageError(f"{target} has no address to sign in to", advice="Give the address of the site.")
    if browser == "headless-shell":
        raise UsageError(
            "--browser headless-shell has no windows to sign in with", advice="Give another one."
        )
    if Machine.current().display() is None:
        raise UsageError(
            "there is no display to open a window on",
            advice="Sign in at a desktop, or use --connect with a browser that runs.",
        )
    found = await asyncio.to_thread(ensure_browser, browser, notify=tell)
    enter = TERMINAL.line if at_terminal() and in_foreground() else None
    await sign_in(site, url, folder, found, notify=tell, enter=enter)
