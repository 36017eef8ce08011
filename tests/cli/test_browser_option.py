from __future__ import annotations

import click
from click.testing import CliRunner

from overlay.cli import main
from overlay.cli.browser_option import browser_option
from overlay.companion.browser.find import CHANNELS


@click.command()
@browser_option
def opens(browser: str | None) -> None:
    click.echo(repr(browser))


def test_the_browser_is_a_name_or_a_path_as_it_was_written() -> None:
    chosen = [CliRunner().invoke(opens, ["--browser", given]).output for given in ("msedge", "./a browser")]
    assert chosen == ["'msedge'\n", "'./a browser'\n"]
    assert CliRunner().invoke(opens).output == "None\n"


def test_each_command_that_opens_pages_names_every_browser_that_overlay_finds() -> None:
    told = f"--browser NAME|PATH The browser: {', '.join(CHANNELS)}, or the path of one."
    commands = ("launch", "demo", "capture", "replay", "check", "sites check")
    helps = {
        name: CliRunner().invoke(main, [*name.split(), "--help"], terminal_width=300).output
        for name in commands
    }
    assert [name for name, text in helps.items() if told not in " ".join(text.split())] == []
