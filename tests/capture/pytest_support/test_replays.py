from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from overlay.capture.pytest_support.replays import Replays
from overlay.capture.recording import Recording
from tests.capture.check.runner.recorded import copy_of_demo


@pytest.fixture
def replays(overlay_browser: object) -> Iterator[Replays]:
    made = Replays()
    yield made
    made.close()


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    return Recording.open(copy_of_demo(tmp_path / "demo"))


async def test_a_recording_is_replayed_beside_the_loop_of_a_test(
    replays: Replays, recording: Recording
) -> None:
    assert replays.check(recording, update=True).outcome == "updated"
    assert replays.check(recording, update=False).outcome == "same"


def test_the_calls_at_the_end_of_a_replay_are_reported(replays: Replays, recording: Recording) -> None:
    assert ("list_files", {"path": "."}, "done") in [
        (seen.name, seen.arguments, seen.status) for seen in replays.blocks(recording)
    ]


def test_nothing_runs_on_once_it_was_closed() -> None:
    Replays().close()
    assert "overlay replays" not in [thread.name for thread in threading.enumerate()]
