from __future__ import annotations

from overlay.capture.replay.snapshots import BlockSnapshots


def test_a_block_that_was_not_drawn_is_due_in_any_state() -> None:
    snapshots = BlockSnapshots(None)
    assert [snapshots.due(*each) for each in ((1, "streaming"), (1, "ready"), (2, "ready"))] == [True] * 3
