from __future__ import annotations

from pathlib import Path

import click
from click.testing import CliRunner

from overlay.cli.profile_option import profile_option


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
