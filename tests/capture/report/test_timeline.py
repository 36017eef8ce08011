from __future__ import annotations

import pytest

from overlay.capture.check.model import Moment, Verdict
from overlay.capture.report import timeline as module
from overlay.capture.report.timeline import timeline
from tests.capture.check.verdicts import different, path_of, same


def test_a_block_that_is_the_same_has_one_row_of_states() -> None:
    [lane] = timeline(same()).lanes
    assert lane.expected is None
    streaming, ready, _, done = lane.got.bars
    assert [bar.state for bar in lane.got.bars] == ["streaming", "ready", "running", "done"]
    assert streaming.x + streaming.width == pytest.approx(ready.x)
    assert done.x + done.width == pytest.approx(100)
    assert done.over
    assert [dot.tip for dot in lane.got.dots] == ["detected at step 1"]


def test_a_block_that_differs_has_the_row_that_was_expected_too() -> None:
    read, send = timeline(different()).lanes
    assert read.expected is None
    assert send.expected is not None
    assert [bar.state for bar in send.expected.bars][-1] == "done"
    assert [bar.state for bar in send.got.bars][-1] == "failed"


def test_a_missing_block_has_an_empty_row_for_what_came() -> None:
    verdict = same().model_copy(update={"got": []})
    [lane] = timeline(verdict).lanes
    assert lane.got.bars == []
    assert lane.expected is not None


def test_each_block_has_a_lane_and_an_event_without_a_block_has_none() -> None:
    events = [*path_of(1, "read", 1, "ready"), *path_of(2, "read", 9, "ready")]
    assert len(timeline(same().model_copy(update={"got": events, "expected": events})).lanes) == 2
    verdict = Verdict(name="a", folder="a", outcome="same", got=[Moment(n=1, block=None, kind="limit")])
    assert timeline(verdict).lanes == []


def test_of_too_many_blocks_the_timeline_shows_those_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    shown = timeline(different())
    assert [lane.label for lane in shown.lanes] == ["send_mail"]
    assert shown.left == 1
