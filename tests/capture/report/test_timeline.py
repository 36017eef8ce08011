from __future__ import annotations

import pytest

from overlay.capture.check.model import Moment, Verdict
from overlay.capture.report import timeline as module
from overlay.capture.report.timeline import timeline
from tests.capture.check.verdicts import different, path_of, same


def test_a_block_that_is_the_same_has_one_row() -> None:
    [lane] = timeline(same()).lanes
    assert lane.expected is None
    assert [bar.state for bar in lane.got.bars] == ["streaming", "ready", "running", "done"]


def test_a_block_that_differs_has_the_row_that_was_expected_too() -> None:
    read, send = timeline(different()).lanes
    assert read.expected is None
    assert send.expected is not None
    assert [bar.state for bar in send.expected.bars][-1] == "done"
    assert [bar.state for bar in send.got.bars][-1] == "failed"


def test_a_state_lasts_until_the_next_one() -> None:
    streaming, ready, *_ = timeline(same()).lanes[0].got.bars
    assert streaming.x + streaming.width == pytest.approx(ready.x)


def test_the_last_state_lasts_until_the_end() -> None:
    done = timeline(same()).lanes[0].got.bars[-1]
    assert done.x + done.width == pytest.approx(100)
    assert done.over


def test_what_is_no_state_is_a_dot() -> None:
    assert [dot.tip for dot in timeline(same()).lanes[0].got.dots] == ["detected at step 1"]


def test_a_missing_block_has_an_empty_row_for_what_came() -> None:
    verdict = same().model_copy(update={"got": []})
    [lane] = timeline(verdict).lanes
    assert lane.got.bars == []
    assert lane.expected is not None


def test_blocks_of_one_name_are_distinguished_by_their_order() -> None:
    events = [*path_of(1, "read", 1, "ready"), *path_of(2, "read", 9, "ready")]
    assert len(timeline(same().model_copy(update={"got": events, "expected": events})).lanes) == 2


def test_of_very_many_blocks_those_that_differ_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1)
    shown = timeline(different())
    assert [lane.label for lane in shown.lanes] == ["send_mail"]
    assert shown.left == 1


def test_what_belongs_to_no_block_has_no_lane() -> None:
    verdict = Verdict(name="a", folder="a", outcome="same", got=[Moment(n=1, block=None, kind="limit")])
    assert timeline(verdict).lanes == []
