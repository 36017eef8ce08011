"""The option that says which browser profile a command opens its pages in."""

from __future__ import annotations

from pathlib import Path

import click

from overlay.companion.browser_profile import SHARED, SITE

FOLDER = click.Path(file_okay=False, path_type=Path)


def _chosen(ctx: click.Context, option: click.Parameter, value: str | None) -> str | Path | None:
    """Return `shared`, `site`, or the path of a folder (which need not exist). Fails for a file."""
    if value is None or value in (SHARED, SITE):
        return value
    folder = Path(FOLDER.convert(value, option, ctx))
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
