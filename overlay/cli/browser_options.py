"""The options that say which browser a command uses, and with which profile."""

from __future__ import annotations

from pathlib import Path

import click

from overlay.cli import completion
from overlay.cli.common_options import FOLDER_PATH
from overlay.companion.browser.find import CHANNELS
from overlay.companion.browser_profile import SHARED, SITE

browser_option = click.option(
    "--browser",
    metavar="NAME|PATH",
    shell_complete=completion.browsers,
    help=f"The browser: {', '.join(CHANNELS)}, or the path of one.",
)
connect_option = click.option(
    "--connect",
    metavar="NAME|CDP",
    shell_complete=completion.running_browsers,
    help="Use the running browser of this name (chrome, msedge, …), or at this address, such "
    "as http://127.0.0.1:9222.",
)


def _chosen(ctx: click.Context, option: click.Parameter, value: str | None) -> str | Path | None:
    """Return `shared`, `site`, or the path of a folder (which need not exist). Fails for a file."""
    if value is None or value in (SHARED, SITE):
        return value
    folder = Path(FOLDER_PATH.convert(value, option, ctx))
    if not value or (folder.exists() and not folder.is_dir()):
        raise click.BadParameter(f"{value!r} is not a folder; give shared, site, or a folder.", ctx, option)
    return folder


profile_option = click.option(
    "--profile",
    "profile_dir",
    callback=_chosen,
    metavar="shared|site|DIR",
    help="Browser profile: overlay's one for all sites (the default), one for this site alone, or a folder.",
)
