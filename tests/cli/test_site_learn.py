"""`overlay sites learn` refuses wrong options before it opens anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from overlay.cli.sites import command
from overlay.sites.loader import own_folder, profile_for

URL = "http://localhost:3000"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["learn", *arguments])
    assert result.exit_code == 2
    return result.output


def test_a_profile_of_the_users_own_is_not_replaced_unasked(own: Path) -> None:
    (own / "localhost-3000.toml").write_text('title = "Mine"\n')
    assert "Add --force to replace it" in refused(URL)


def test_a_name_that_no_profile_file_can_have_is_refused(own: Path) -> None:
    assert [
        name for name in ("../x", "A B", "", "generic") if "--name" not in refused(URL, "--name", name)
    ] == []


def test_an_address_with_a_learned_profile_is_opened_with_it(own: Path) -> None:
    (own / "mine.toml").write_text(f'title = "Mine"\nurl = "{URL}/new"\nuser = ".me"\n')
    assert profile_for(f"{URL}/c/1")[0].name == "mine"
    assert profile_for("http://localhost:3001/")[0].name == "generic"
