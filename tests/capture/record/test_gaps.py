"""What overlay saw on a page and the recording lacks."""

from __future__ import annotations

from itertools import count

from observers.document import Document
from overlay.capture.manifest import Gap
from overlay.capture.record.gaps import Gaps, gap_line
from overlay.capture.record.page_log import Pages
from overlay.capture.record.recorder import Recorder
from overlay.chat.document_events import MessageLost
from tests.capture.record.told import begin, document, moment, record


def gaps() -> tuple[Gaps, Pages]:
    ticks = count(1)
    pages = Pages(lambda _: 0.0)
    return Gaps(pages, lambda: float(next(ticks))), pages


def begun(pages: Pages, page: Document) -> None:
    pages.took(page, record(begin(), moment()))


def test_a_call_in_a_document_that_is_never_recorded_is_a_gap_from_its_first_event_on() -> None:
    found, _ = gaps()
    frame, window = document(top=False), document()
    for page in (frame, window, frame):
        found.call_shown(page, grew=False)
    expected = [Gap(at=1, n=0, url="http://a/", why="frame"), Gap(at=2, n=0, url="http://a/", why="window")]
    assert found.all() == expected
    found.closed(frame)
    assert found.all() == expected


def test_a_recording_that_begins_while_a_call_is_written_has_a_gap() -> None:
    found, pages = gaps()
    early, late, recorded = document(), document(), document()
    begun(pages, recorded)
    for page, grew in ((early, False), (late, True), (recorded, True)):
        found.call_shown(page, grew=grew)
        begun(pages, page)
        found.closed(page)
    assert [gap.why for gap in found.all()] == ["late"]


def test_the_same_gap_is_noted_once() -> None:
    found, _ = gaps()
    for _ in range(3):
        found.lost(document(), "refused")
    assert [gap.why for gap in found.all()] == ["refused"]


def test_a_lost_message_is_a_gap_if_it_had_changes_of_the_page_or_was_the_last_one() -> None:
    recorder = Recorder()
    recorder.lost(MessageLost(document(), recorded=False, flood=False))
    assert recorder.gaps.all() == []
    recorder.lost(MessageLost(document(), recorded=True, flood=False))
    recorder.lost(MessageLost(document(), recorded=False, flood=True))
    assert [gap.why for gap in recorder.gaps.all()] == ["refused", "flood"]


def test_a_copy_for_a_checkpoint_stays_as_it_is() -> None:
    found, _ = gaps()
    copied = found.copy()
    found.call_shown(document(), grew=False)
    found.lost(document(), "flood")
    assert copied.all() == []


def test_a_gap_is_told_with_its_place_its_time_and_its_cause() -> None:
    line = gap_line(Gap(at=1250, n=3, url="http://a/", why="frame"))
    assert line.startswith("http://a/, from 1.2 s on: overlay found a call there")
    assert "a frame of another site" in line
