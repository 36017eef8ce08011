from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from overlay.cli import history, main, servers

OLD = {"servers vouch": "servers trust", "history forget": "history delete"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path))


@pytest.mark.parametrize(("old", "new"), OLD.items())
def test_an_old_name_takes_what_the_new_one_takes(old: str, new: str) -> None:
    groups = {"servers": servers.command, "history": history.command}
    found = [groups[group].commands[name] for group, name in (old.split(), new.split())]
    assert found[0].params == found[1].params


def test_an_old_name_works() -> None:
    assert CliRunner().invoke(main, ["history", "forget", "--yes"]).stdout == "0 calls deleted.\n"


def test_an_old_name_says_in_one_line_what_the_command_is_called_now() -> None:
    said = CliRunner().invoke(main, ["history", "forget", "--yes"]).stderr
    assert said == "`overlay history forget` is called `overlay history delete` now.\n"


@pytest.mark.parametrize("old", OLD)
def test_help_shows_the_new_name_alone(old: str) -> None:
    group, name = old.split()
    assert name not in CliRunner().invoke(main, [group, "--help"]).stdout.split("Commands:")[1]
