from __future__ import annotations

from pathlib import Path

import pytest

from overlay.capture.model import Closed, Opened, UncheckedStep
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.timeline import Timeline, timeline_of
from tests.capture.made import Made, append, element


def words(timeline: Timeline) -> list[str]:
    return [
        f"{what.t} {what.n}" if isinstance(what, UncheckedStep) else what.t for _, what in timeline.events
    ]


def test_an_input_comes_after_the_steps_before_it(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.step(after=10)
    made.step(after=10)
    made.input("press", after=5, block=1, action="execute")
    made.step(after=10)
    made.input("answer", after=5, block=1, verdict={})
    expected = ["document", "step 1", "step 2", "press", "step 3", "answer"]
    assert words(timeline_of(made.write(tmp_path))) == expected


def test_an_input_that_was_reported_late_comes_at_its_own_time(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.input("press", block=1, action="execute")
    made.inputs[0] = made.inputs[0].model_copy(update={"at": 15})
    made.step(after=10)
    made.step(after=10)
    assert words(timeline_of(made.write(tmp_path))) == ["document", "step 1", "press", "step 2"]


def test_the_time_of_a_timeline_never_goes_back_and_ends_with_the_recording(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.step(after=50)
    made.step(after=-20)
    made.length = 5000
    timeline = timeline_of(made.write(tmp_path))
    assert [when for when, _ in timeline.events] == [0, 50, 50]
    assert timeline.end == 5000


def test_documents_that_close_at_the_end_stay_open(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.close(1)
    made.open()
    made.close(2)
    events = timeline_of(made.write(tmp_path)).events
    assert [what.doc for _, what in events if isinstance(what, Closed)] == [1]


def test_a_change_of_a_frame_after_its_page_was_closed_is_not_replayed(tmp_path: Path) -> None:
    made = Made()
    made.open(element(30, "iframe"))
    frame = made.open(frame=(1, 30))
    made.close(1)
    made.step(doc=frame)
    made.close(frame)
    events = timeline_of(made.write(tmp_path)).events
    assert [what for _, what in events if not isinstance(what, Opened)] == []


def test_steps_that_do_not_fit_are_a_corrupt_recording(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.step(append(77, 0, "x"))
    with pytest.raises(CorruptRecording, match="step 1: there is no node 77"):
        timeline_of(made.write(tmp_path))


def test_steps_that_were_not_read_before_their_document_was_closed_are_left_out(tmp_path: Path) -> None:
    made = Made()
    made.open()
    made.step(after=10)
    made.step(after=10)
    made.open()
    made.step(after=10, doc=2)
    timeline = timeline_of(made.write(tmp_path, read=[1], unread={1: 2}))
    assert words(timeline) == ["document", "step 1", "document", "step 3"]
