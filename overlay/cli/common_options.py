"""Options and types of options that several commands have."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from overlay.companion.browser.find import CHANNELS
from overlay.companion.browser_profile import SHARED, SITE

FOLDER = click.Path(file_okay=False, path_type=Path)

browser_option = click.option(
    "--browser", metavar="NAME|PATH", help=f"The browser: {', '.join(CHANNELS)}, or the path of one."
)


class FiniteRange(click.FloatRange):
    """A number within limits. Refuses NaN too: comparisons with the limits don't exclude it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails with wrong use if the value is not one."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number that can be used here.", param, ctx)
        return number


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
