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


def test_a_block_has_the_number_that_the_recorded_one_in_its_place_has() -> None:
    def found(name: str, turn: int, block: str) -> Event:
        return Event(
            "detected", BlockInfo(id=block, kind="call", name=name, call_id="", status="", turn=turn)
        )

    live = Log()
    recorded = [live.line(found("look", turn, f"{turn:016x}"), 1) for turn in (9, 1, 3)]
    log = Log(recorded)
    later = [("look", 1), ("look", 3), ("note", 9), ("look", 9)]
    lines = [log.line(found(name, turn, f"{at:016x}"), 1) for at, (name, turn) in enumerate(later)]
    assert [line.block for line in lines] == [2, 3, 1, 4]


def test_a_line_has_only_the_fields_that_changed_and_no_id() -> None:
    log = Log()
    assert log.line(Event("detected", info()), 1).info == {"name": "look", "status": "streaming"}
    assert log.line(Event("ready", info(status="ready", note="a")), 2).info == {
        "status": "ready",
        "note": "a",
    }
    assert log.line(Event("ready", info(status="ready")), 3).info == {"note": ""}


def test_ids_of_blocks_are_written_as_numbers_and_other_words_stay() -> None:
    log = Log()
    log.line(Event("detected", info()), 1)
    line = log.line(Event("trouble", info(note=f"{ONE} is odd"), f"{ONE} broke"), 2)
    assert line.text == "block 1 broke"
    assert line.info == {"note": "block 1 is odd"}
    line = Log().line(Event("trouble", None, f"{TWO} broke"), 1)
    assert line == LogLine(n=1, block=None, kind="trouble", text=f"{TWO} broke")


def test_a_number_has_its_id_and_its_name() -> None:
    log = Log()
    log.line(Event("detected", info()), 1)
    assert log.number(ONE) == 1
    assert log.id_of(1) == ONE
    assert log.number(TWO) is None
    assert log.id_of(2) is None
    assert [log.name(number) for number in (1, 2, None)] == ["look", "", ""]
