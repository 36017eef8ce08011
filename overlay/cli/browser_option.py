"""The option that says which browser a command opens its pages in."""

from __future__ import annotations

import click

from overlay.companion.browser.find import CHANNELS

browser_option = click.option(
    "--browser", metavar="NAME|PATH", help=f"The browser: {', '.join(CHANNELS)}, or the path of one."
)
