"""The demo, played on a real browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from overlay.cli import demo_player
from overlay.cli.demo_player import PICTURES, Play
from overlay.cli.demo_report import DemoReport, PlayedCall
from overlay.cli.demo_tools import FOLDER
from overlay.demo.server import DemoSite


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[DemoReport, list[str]]]:
    """The demo with a model that writes faster."""
    lines: list[str] = []
    folder = tmp_path_factory.mktemp("pictures")
    play = Play(notify=lines.append, pictures=folder, folder=FOLDER, auto_execute=["*"], delay=0.05)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo_player, "SOME_TEXT", 0.1)
        patch.setattr(demo_player, "DemoSite", partial(DemoSite, rate=1000))
        yield await play.run(), lines


def test_the_demo_runs_its_calls_and_its_model_reads_every_result(
    played: tuple[DemoReport, list[str]],
) -> None:
    report, lines = played
    assert report.problems == []
    counts = report.counts()
    assert counts.executed >= 4
    assert len(counts.formats) >= 3
    assert [call.name for call in report.calls if call.status == "denied"] == ["delete_file"]
    assert [call.call_id for call in report.calls if call.status == "failed"] == ["7"]
    assert report.results_seen == ["1", "2", "calculator-1", "4", "5", "6", "7"]
    quoted = ("3 entries", "Sum: 47", "was denied", "failed")
    assert [part for part in quoted if part not in report.proof] == []
    drawn = {name for name, path in report.pictures.items() if Path(path).stat().st_size > 0}
    assert drawn == {*PICTURES.values(), "proof"}
    assert "list_files [2] is being written" in lines


@pytest.mark.thorough
async def test_without_auto_execute_the_player_clicks(tmp_path: Path) -> None:
    play = Play(notify=lambda _: None, pictures=tmp_path, folder=FOLDER, render="framework")
    report = await play.run()
    assert report.problems == []


def report_of(*calls: PlayedCall, seen: list[str], proof: str) -> list[str]:
    play = Play(notify=lambda _: None, pictures=Path(), folder=FOLDER)
    play.report.calls.extend(calls)
    play.report.results_seen, play.report.proof = seen, proof
    play.check()
    return play.report.problems


def test_a_demo_without_runs_results_or_proof_has_problems() -> None:
    faults = report_of(seen=[], proof="All done")
    assert faults == ["only 0 calls ran", "0 calls refused and 0 failed; expected was one of each"]
    faults = report_of(PlayedCall("clock", "1", "jsonl", "b", "done"), seen=[], proof="Well")
    assert "the model never saw the results of 1" in faults
    assert "the last answer does not prove that the results were read" in faults
