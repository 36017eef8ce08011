"""`overlay demo`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from overlay.cli import main
from overlay.cli.demo_player import Play
from overlay.cli.demo_report import DemoReport, PlayedCall


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[Play]:
    """The command's own work without the browser: what it asks to be played, answered with a short report."""
    asked: list[Play] = []

    async def run(play: Play) -> DemoReport:
        asked.append(play)
        play.report.calls.append(PlayedCall("clock", "1", "jsonl", "b", "done"))
        play.report.pictures["proof"] = "proof.png"
        return play.report

    monkeypatch.setattr(Play, "run", run)
    return asked


def test_the_demo_names_its_pictures_or_prints_only_json(plays: list[Play], tmp_path: Path) -> None:
    assert "proof: proof.png" in CliRunner().invoke(main, ["demo", "--headless"]).stdout
    result = CliRunner().invoke(main, ["demo", "--headless", "--json", "--pictures", str(tmp_path)])
    assert json.loads(result.stdout)["executed"] == 1


def test_a_demo_with_problems_ends_with_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(play: Play) -> DemoReport:
        return DemoReport(problems=["only 0 calls ran"])

    monkeypatch.setattr(Play, "run", run)
    assert CliRunner().invoke(main, ["demo", "--headless"]).exit_code == 1


def test_the_demo_opens_a_window_only_if_there_is_a_display(
    plays: list[Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    CliRunner().invoke(main, ["demo"])
    monkeypatch.setenv("DISPLAY", ":0")
    CliRunner().invoke(main, ["demo"])
    assert [play.headless for play in plays] == [True, False]
