from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner

from overlay.cli import main
from overlay.cli.browser_options import browser_option, profile_option
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


@click.command()
@profile_option
def say(profile_dir: str | Path | None) -> None:
    click.echo(repr(profile_dir))


def test_a_profile_is_one_of_two_words_or_a_folder(tmp_path: Path) -> None:
    table: list[tuple[list[str], str]] = [
        ([], "None"),
        (["--profile", "shared"], "'shared'"),
        (["--profile", "site"], "'site'"),
        (["--profile", "./site"], repr(Path("site"))),
        (["--profile", "/no/such/folder"], repr(Path("/no/such/folder"))),
    ]
    wrong = [
        (words, got)
        for words, said in table
        if (got := CliRunner().invoke(say, words).output.strip()) != said
    ]
    assert wrong == []
    (tmp_path / "file").touch()
    result = CliRunner().invoke(say, ["--profile", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert "is a file" in result.output
    assert "--profile shared|site|DIR" in CliRunner().invoke(say, ["--help"]).output
