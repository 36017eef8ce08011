from __future__ import annotations

from overlay.calls.call import Block, Outcome
from overlay.calls.infos import info_of
from overlay.detection import detect

CALL = '<tool:clock>{"zone": "UTC"}</tool>'


def a_block() -> Block:
    block = Block(unit=1, index=0, kind="call", name="clock")
    block.call = detect(CALL)[0]
    return block


def told(block: Block) -> str:
    return f"told of {block.name}"


def test_a_call_is_told_with_what_was_read_of_it() -> None:
    info = info_of(a_block(), None, told)
    assert (info.name, info.arguments, info.complete) == ("clock", {"zone": "UTC"}, True)


def test_a_call_without_an_outcome_has_no_result() -> None:
    assert info_of(a_block(), None, told).result is None


def test_the_result_of_a_call_is_what_the_model_is_told() -> None:
    block = a_block()
    block.outcome = Outcome(text="12:00")
    assert info_of(block, None, told).result == "told of clock"


def test_the_result_of_a_block_that_is_one_is_its_text() -> None:
    block = Block(unit=1, index=0, kind="result", name="clock")
    block.outcome = Outcome(text="12:00")
    assert info_of(block, None, told).result == "12:00"


def test_without_its_text_a_block_is_nobodys() -> None:
    info = info_of(a_block(), None, told)
    assert (info.role, info.turn) == ("unknown", -1)
