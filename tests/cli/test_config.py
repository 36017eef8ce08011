from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from overlay.cli import config, main
from overlay.common.paths import config_dir


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAY_HOME", str(tmp_path / "home"))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["config", *words])


def test_each_setting_comes_with_its_file(tmp_path: Path) -> None:
    file, own = tmp_path / "run.toml", config_dir() / "settings.toml"
    file.write_text("[policy]\ndelay = 9\n")
    own.write_text('site = "chatgpt"\ndelay = 3\nauto_insert = true\n')
    listed = json.loads(run("show", "--config", str(file), "--json").output)["settings"]
    found = {one["key"]: (one["value"], one["source"]) for one in listed}
    assert found["policy.delay"] == (9, str(file))
    assert found["returns.auto_insert"] == (True, str(own))
    assert found["site"] == ("chatgpt", str(own))
    assert found["ledger.days"] == (365, "")


def test_a_name_prints_only_that_path() -> None:
    assert run("path", "policy").output == f"{config_dir() / 'policy.toml'}\n"


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The text that the editor writes: the last item of the list."""
    written: list[str] = [""]

    def edit(*, filename: str) -> None:
        Path(filename).write_text(written[-1])

    monkeypatch.setattr(config, "at_terminal", lambda: True)
    monkeypatch.setattr("click.edit", edit)
    return written


def test_an_edited_file_is_checked(editor: list[str]) -> None:
    editor.append("[polcy]\n")
    result = run("edit", "policy")
    assert result.exit_code == 2
    assert "polcy: this setting does not exist" in result.stderr
    editor.append("[deny]\n'*' = 'no'\n")
    assert "is valid" in run("edit", "policy").stderr


def test_without_a_terminal_the_file_is_named() -> None:
    assert f"Edit the file yourself: {config_dir() / 'settings.toml'}" in run("edit").stderr
