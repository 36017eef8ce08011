"""The expected result of a recording, and the differences of a replay from the live run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.capture.model import LogLine
from overlay.capture.record.baseline import ReplayFailed, blocks_of, differences, expect
from overlay.capture.recording import LIVE as LIVE_LINES
from overlay.capture.recording import MANIFEST, PAGE, CorruptRecording, Recording, write_lines
from tests.capture.record.lines import element, opened, text
from tests.capture.test_recording import manifest


def line(block: int | None, kind: str = "ready", **info: Any) -> LogLine:
    return LogLine(n=1, block=block, kind=kind, info=info)


LIVE = [line(1, "detected", name="look", arguments={"a": 1}), line(1, "done", status="done", turn=3)]


def test_a_replay_differs_in_the_final_values_of_its_blocks() -> None:
    later = [line(1, "detected", name="look", turn=4), line(1, "ready", arguments={"a": 1}, status="done")]
    assert differences(LIVE, later) == []
    assert differences(LIVE, [*LIVE, line(1, "failed", status="failed", error_code="tool_timeout")]) == [
        "block 1 (look): status was 'done' live, 'failed' in the replay",
        "block 1 (look): error_code was None live, 'tool_timeout' in the replay",
    ]
    assert differences(LIVE, []) == ["block 1 (look) is only there live"]
    assert differences([], [line(2, "detected")]) == ["block 2 (a block) is only there in the replay"]
    assert blocks_of([line(1, "detected"), line(1, "withdrawn"), line(None, "trouble")]) == {}


def test_the_arguments_of_a_call_that_never_ended_do_not_count_in_a_minimal_recording() -> None:
    live = [line(1, "detected", name="look", arguments={})]
    played = [line(1, "detected", name="look", arguments={"x": "Xxx"})]
    assert differences(live, played, minimal=True) == []
    assert len(differences(live, played)) == 1


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A recording of a page without calls."""
    about = {"url": "http://127.0.0.1/", "profile": {"name": "generic", "title": "Any"}}
    (tmp_path / MANIFEST).write_text(manifest().model_copy(update=about).model_dump_json())
    write_lines(tmp_path / PAGE, [opened(element(2, "html", element(3, "body", text(4, "a page"))))])
    for name in ("inputs", "streams", "live"):
        write_lines(tmp_path / f"{name}.jsonl.gz", [])
    return tmp_path


@pytest.mark.thorough
async def test_the_result_of_a_replay_is_kept_beside_the_recording(place: Path) -> None:
    assert await expect(place, notify=lambda _: None) == []
    assert "a page" in Recording.open(place).expected().dom


async def test_the_result_of_a_replay_that_is_not_as_it_was_live_is_kept_only_if_wanted(place: Path) -> None:
    write_lines(place / LIVE_LINES, [line(1, "detected", name="look")])
    wrong = ["block 1 (look) is only there live"]
    assert await expect(place, notify=lambda _: None) == wrong
    with pytest.raises(CorruptRecording, match="has no expected result"):
        Recording.open(place).expected()
    assert await expect(place, notify=lambda _: None, anyway=True) == wrong
    assert "a page" in Recording.open(place).expected().dom


async def test_a_replay_that_fails_has_no_result_even_if_differences_are_allowed(place: Path) -> None:
    (place / PAGE).unlink()
    with pytest.raises(ReplayFailed, match="page"):
        await expect(place, notify=lambda _: None, anyway=True)
    with pytest.raises(CorruptRecording):
        Recording.open(place).expected()
