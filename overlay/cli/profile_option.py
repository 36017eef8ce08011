"""The option that says which browser profile a command opens its pages in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from overlay.profiles import SHARED, SITE


class ProfileChoice(click.ParamType):
    """`shared`, `site`, or a folder, which need not be there."""

    name = "profile"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | Path:
        """Return the word, or the path. Refuses the path of a file."""
        if value in (SHARED, SITE):
            return str(value)
        folder: Path = click.Path(file_okay=False, path_type=Path).convert(value, param, ctx)
        return folder


profile_option = click.option(
    "--profile",
    "profile_dir",
    type=ProfileChoice(),
    metavar="shared|site|DIR",
    help="Browser profile: overlay's one for all sites (the default), one for this site alone, or a folder.",
)
