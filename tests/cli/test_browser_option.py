from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from overlay.cli import main
from overlay.cli.browser_option import browser_option
from overlay.companion.browser.find import CHANNELS


@click.command()
@browser_option
def opens(browser: str | None) -> None:
    click.echo(repr(browser))


def test_none_is_chosen_if_none_is_named() -> None:
    assert CliRunner().invoke(opens).output == "None\n"


def test_a_name_and_a_path_arrive_as_they_are_written() -> None:
    chosen = [CliRunner().invoke(opens, ["--browser", given]).output for given in ("msedge", "./a browser")]
    assert chosen == ["'msedge'\n", "'./a browser'\n"]


@pytest.mark.parametrize(
    "command", [["launch"], ["demo"], ["capture"], ["replay"], ["check"], ["sites", "check"]], ids=" ".join
)
def test_each_command_that_opens_pages_names_every_browser_that_is_looked_for(command: list[str]) -> None:
    words = " ".join(CliRunner().invoke(main, [*command, "--help"], terminal_width=300).output.split())
    assert f"--browser NAME|PATH The browser: {', '.join(CHANNELS)}, or the path of one." in words
