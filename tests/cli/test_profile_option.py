from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from overlay.cli.profile_option import profile_option


@click.command()
@profile_option
def say(profile_dir: str | Path | None) -> None:
    click.echo(repr(profile_dir))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "None"),
        (["--profile", "shared"], "'shared'"),
        (["--profile", "site"], "'site'"),
        (["--profile", "./site"], repr(Path("site"))),
        (["--profile", "/no/such/folder"], repr(Path("/no/such/folder"))),
    ],
)
def test_two_words_are_words_and_the_rest_are_folders(words: list[str], said: str) -> None:
    assert CliRunner().invoke(say, words).output.strip() == said


def test_a_file_is_no_profile(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(say, ["--profile", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert "is a file" in result.output


def test_the_choices_are_shown() -> None:
    assert "--profile shared|site|DIR" in CliRunner().invoke(say, ["--help"]).output
