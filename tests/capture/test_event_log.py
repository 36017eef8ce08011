from __future__ import annotations

from overlay.calls.events import BlockInfo, Event
from overlay.capture.event_log import Log
from overlay.capture.model import LogLine

ONE, TWO = "a1b2c3d4e5f60718", "00112233445566aa"


def info(block: str = ONE, status: str = "streaming", note: str = "") -> BlockInfo:
    return BlockInfo(id=block, kind="call", name="look", call_id="", status=status, note=note)


def test_blocks_are_numbered_as_they_are_detected() -> None:
    log = Log()
    assert [log.line(Event("detected", info(block)), 1).block for block in (ONE, TWO, ONE)] == [1, 2, 1]


def test_only_what_changed_of_a_block_is_reported_and_no_id() -> None:
    log = Log()
    assert log.line(Event("detected", info()), 1).info == {"name": "look", "status": "streaming"}
    assert log.line(Event("ready", info(status="ready")), 2).info == {"status": "ready"}


def test_what_goes_back_to_nothing_is_reported_too() -> None:
    log = Log()
    log.line(Event("ready", info(note="a")), 1)
    assert log.line(Event("ready", info()), 2).info == {"note": ""}


def test_an_event_of_no_block_has_its_text_alone() -> None:
    line = Log().line(Event("trouble", None, "it broke"), 3)
    assert line == LogLine(n=3, block=None, kind="trouble", text="it broke")


def test_ids_are_written_as_numbers() -> None:
    log = Log()
    log.line(Event("detected", info()), 1)
    line = log.line(Event("trouble", info(note=f"{ONE} is odd"), f"{ONE} broke"), 2)
    assert line.text == "block 1 broke"
    assert line.info == {"note": "block 1 is odd"}


def test_what_only_looks_like_an_id_stays() -> None:
    assert Log().line(Event("trouble", None, f"{TWO} broke"), 1).text == f"{TWO} broke"


def test_a_number_leads_to_the_id_of_this_run_and_back() -> None:
    log = Log()
    log.line(Event("detected", info()), 1)
    assert log.number(ONE) == 1
    assert log.id_of(1) == ONE
    assert log.number(TWO) is None
    assert log.id_of(2) is None


def test_the_name_of_a_block_is_known_by_its_number() -> None:
    log = Log()
    log.line(Event("detected", info()), 1)
    assert log.name(1) == "look"
    assert log.name(2) == ""
    assert log.name(None) == ""
