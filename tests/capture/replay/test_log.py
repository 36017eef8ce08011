from __future__ import annotations

from overlay.capture.replay.log import Log
from overlay.events import BlockInfo, Event


def info(block: str = "aa", status: str = "streaming", note: str = "") -> BlockInfo:
    return BlockInfo(id=block, kind="call", name="note", call_id="", status=status, note=note)


def test_blocks_are_numbered_as_they_come() -> None:
    log = Log()
    for block in ("aa", "bb", "aa"):
        log.take(Event("detected", info(block)), 1)
    assert [line.block for line in log.lines] == [1, 2, 1]


def test_only_what_changed_of_a_block_is_told() -> None:
    log = Log()
    assert log.take(Event("detected", info()), 1).info == {"name": "note", "status": "streaming"}
    assert log.take(Event("ready", info(status="ready")), 2).info == {"status": "ready"}


def test_what_goes_back_to_nothing_is_told_too() -> None:
    log = Log()
    log.take(Event("ready", info(note="a")), 1)
    assert log.take(Event("ready", info()), 2).info == {"note": ""}


def test_an_event_of_no_block_has_its_text_alone() -> None:
    line = Log().take(Event("trouble", None, "it broke"), 3)
    assert (line.n, line.block, line.kind, line.text, line.info) == (3, None, "trouble", "it broke", {})


def test_ids_are_written_as_numbers() -> None:
    log = Log()
    log.take(Event("detected", info("a1b2")), 1)
    assert (
        log.take(Event("trouble", info("a1b2", note="a1b2 is odd"), "a1b2 broke"), 2).text == "block 1 broke"
    )
    assert log.lines[-1].info == {"note": "block 1 is odd"}


def test_a_number_leads_to_the_id_of_this_run() -> None:
    log = Log()
    assert log.number("a1") == 1
    assert (log.id_of(1), log.id_of(2)) == ("a1", None)
