from __future__ import annotations

from overlay.capture.model import LogLine
from overlay.capture.record.journal import Journal
from overlay.events import Event
from tests.capture.record.told import event


def test_blocks_are_numbered_as_they_are_detected() -> None:
    journal = Journal()
    assert [journal.line(event("detected", block), 1).block for block in ("x", "y", "x")] == [1, 2, 1]
    assert (journal.number("y"), journal.number("z")) == (2, None)


def test_a_line_holds_what_changed_and_no_id() -> None:
    journal = Journal()
    journal.line(event("detected"), 1)
    assert journal.line(event("ready", complete=True), 2) == LogLine(
        n=2, block=1, kind="ready", info={"status": "ready", "complete": True}
    )


def test_what_is_about_no_block_is_kept_too() -> None:
    assert Journal().line(Event("trouble", text="gone"), 3) == LogLine(
        n=3, block=None, kind="trouble", text="gone"
    )


def test_the_name_of_a_block_is_known_by_its_number() -> None:
    journal = Journal()
    journal.line(event("detected", name="look"), 1)
    assert (journal.name(1), journal.name(2), journal.name(None)) == ("look", "", "")
