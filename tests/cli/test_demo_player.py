"""The demo, played on a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlay.cli.demo_player import PICTURES, Play, PlayedCall, Report
from overlay.cli.demo_tools import FOLDER


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, list[str]]:
    lines: list[str] = []
    play = Play(
        notify=lines.append,
        pictures=tmp_path_factory.mktemp("pictures"),
        folder=FOLDER,
        auto_execute=True,
        delay=0.3,
    )
    return await play.run(), lines


def test_nothing_is_amiss(played: tuple[Report, list[str]]) -> None:
    assert played[0].problems == []


def test_at_least_four_calls_run_in_three_formats(played: tuple[Report, list[str]]) -> None:
    told = played[0].as_json()
    assert told["executed"] >= 4
    assert len(told["formats"]) >= 3


def test_the_policy_refuses_one(played: tuple[Report, list[str]]) -> None:
    assert [call.name for call in played[0].calls if call.status == "denied"] == ["delete_file"]


def test_a_failing_tool_is_shown_as_failed(played: tuple[Report, list[str]]) -> None:
    assert [call.call_id for call in played[0].calls if call.status == "failed"] == ["7"]


def test_the_model_reads_every_result(played: tuple[Report, list[str]]) -> None:
    assert played[0].results_seen == ["1", "2", "calculator-1", "4", "5", "6", "7"]


def test_the_last_answer_quotes_what_the_tools_gave(played: tuple[Report, list[str]]) -> None:
    proof = played[0].proof
    assert all(part in proof for part in ("3 entries", "Sum: 47", "was denied", "failed"))


def test_every_state_has_its_picture(played: tuple[Report, list[str]]) -> None:
    pictures = played[0].pictures
    assert {name for name, path in pictures.items() if Path(path).stat().st_size > 0} == {
        *PICTURES.values(),
        "proof",
    }


def test_each_step_is_reported_as_it_happens(played: tuple[Report, list[str]]) -> None:
    assert "list_files [2] is being written" in played[1]


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


def test_a_play_in_which_nothing_ran_is_at_fault() -> None:
    faults = report_of(seen=[], proof="All done")
    assert faults == ["only 0 calls ran", "0 calls refused and 0 failed; expected was one of each"]


def test_a_result_that_the_model_never_saw_is_a_fault() -> None:
    faults = report_of(PlayedCall("clock", "1", "jsonl", "b", "done"), seen=[], proof="All done")
    assert "the model never saw the results of 1" in faults


def test_an_answer_without_proof_is_a_fault() -> None:
    assert "the last answer does not prove that the results were read" in report_of(seen=[], proof="Well")
