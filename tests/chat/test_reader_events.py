from __future__ import annotations

import pytest

from overlay.calls.call import Block
from overlay.chat.reader_events import ReadCall, read_calls
from overlay.detection.model import (
    ArgumentClosed,
    ArgumentDelta,
    CallClosed,
    CallNamed,
    CallOpened,
    CallWithdrawn,
    Event,
    ToolCall,
)

CALL = ToolCall(name="note", format="xml_invoke", span=(0, 9), raw="<invoke/>")


def growing(**params: str) -> Block:
    return Block(1, 0, name="note", params={key: [text] for key, text in params.items()})


def read(*texts: str, name: str = "note") -> ReadCall:
    events: list[Event] = [CallOpened(0, 0), CallNamed(0, name)]
    events += [ArgumentDelta(0, "text", text) for text in texts]
    return read_calls(events)[0]


def test_events_are_sorted_by_their_call_in_the_order_of_opening() -> None:
    found = read_calls([CallOpened(1, 0), CallOpened(0, 5), CallNamed(1, "b"), CallNamed(0, "a")])
    assert [(number, one.name) for number, one in found.items()] == [(1, "b"), (0, "a")]


def test_an_argument_without_text_is_there() -> None:
    assert read_calls([CallOpened(0, 0), ArgumentClosed(0, "empty")])[0].params == {"empty": []}


def test_a_call_taken_back_is_withdrawn() -> None:
    assert read_calls([CallOpened(0, 0), CallWithdrawn(0, "text")])[0].withdrawn


def test_a_call_that_reads_to_the_letter_as_before_is_the_same_wherever_it_is() -> None:
    block = Block(1, 0, parsed=CALL)
    found = read_calls([CallOpened(0, 3), CallClosed(0, CALL.model_copy(update={"span": (3, 12)}))])[0]
    assert found.same_as(block)


def test_a_call_that_reads_otherwise_is_not_the_same() -> None:
    wrong: list[object] = []
    for change in [{"raw": "<invoke />"}, {"complete": False}, {"format": "jsonl"}, {"error": "cut"}]:
        found = read_calls([CallOpened(0, 0), CallClosed(0, CALL.model_copy(update=change))])[0]
        if found.same_as(Block(1, 0, parsed=CALL)):
            wrong.append(change)
    assert wrong == []


def test_a_call_without_its_end_is_not_the_one_that_had_it() -> None:
    assert not read_calls([CallOpened(0, 0)])[0].same_as(Block(1, 0, parsed=CALL))


def test_a_call_that_goes_on_where_it_was_has_grown() -> None:
    assert read("hel", "lo").grown_from(growing(text="hell"))


@pytest.mark.parametrize(
    ("block", "found"),
    [
        pytest.param(growing(text="hullo"), read("hello"), id="other text"),
        pytest.param(growing(other="x"), read("hello"), id="an argument is gone"),
        pytest.param(growing(), read(name="memo"), id="other name"),
        pytest.param(Block(1, 0, parsed=CALL), read(), id="decided on"),
    ],
)
def test_a_call_that_does_not_go_on_has_not_grown(block: Block, found: ReadCall) -> None:
    assert not found.grown_from(block)


def test_a_block_without_a_name_yet_may_get_any() -> None:
    assert read(name="memo").grown_from(Block(1, 0))


def test_only_the_new_part_of_an_argument_is_reported() -> None:
    news = list(read("hel", "lo", " you").new_events(growing(text="hell")))
    assert [event.text for event in news if isinstance(event, ArgumentDelta)] == ["o", " you"]
