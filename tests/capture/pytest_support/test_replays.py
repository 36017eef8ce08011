from __future__ import annotations

import threading
from pathlib import Path

import pytest

from overlay.capture.pytest_support.replays import Replays
from overlay.capture.recording import Recording
from tests.capture.check.runner.recorded import copy_of_demo


@pytest.mark.thorough  # tests/capture/test_pytest_plugin.py replays by the same thread
async def test_a_test_that_runs_in_a_loop_can_replay_recordings(
    overlay_browser: object, tmp_path: Path
) -> None:
    """The replays have a thread with a loop of their own, which ends when they are closed."""
    recording = Recording.open(copy_of_demo(tmp_path / "demo"))
    replays = Replays()
    try:
        assert replays.check(recording, update=True).outcome == "updated"
        seen = [(one.name, one.status) for one in replays.blocks(recording)]
    finally:
        replays.close()
    assert seen == [("current_time", "done")]
    assert "overlay replays" not in [thread.name for thread in threading.enumerate()]
