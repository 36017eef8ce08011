from __future__ import annotations

from overlay.capture.replay.snapshots import BlockSnapshots


def test_a_block_is_drawn_before_anything_is_known_of_it() -> None:
    assert BlockSnapshots(None).due(1, "streaming")


def test_a_block_that_was_not_drawn_is_due_in_any_state() -> None:
    sketches = BlockSnapshots(None)
    assert [sketches.due(number, "ready") for number in (1, 2)] == [True, True]
