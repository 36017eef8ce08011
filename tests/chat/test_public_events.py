from __future__ import annotations

import pytest

from observers.protocol import BlockOpened
from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import Event
from overlay.calls.outcome import Outcome
from overlay.chat.public_events import PublicEvents
from overlay.detection import detect

CALL = '<tool:clock>{"zone": "UTC"}</tool>'
ABOUT = BlockOpened(
    k="open", id=1, kind="fence", role="assistant", language="", turn=3, message="", live=True, held=False
)


def block_of(outcome: Outcome | None = None) -> Block:
    return Block(1, 0, name="clock", parsed=detect(CALL)[0], call=Call(status="done", outcome=outcome))


def public() -> PublicEvents:
    return PublicEvents(EventStream(), 500)


def test_a_call_is_described_with_what_was_read_of_it() -> None:
    info = public().block_info(block_of(), ABOUT)
    assert info.name == "clock"
    assert info.arguments == {"zone": "UTC"}
    assert info.complete
    assert info.turn == 3


def test_a_call_without_an_outcome_has_no_result() -> None:
    assert public().block_info(block_of(), ABOUT).result is None


def test_the_result_of_a_call_is_what_the_model_is_told() -> None:
    result = public().block_info(block_of(Outcome("12:00")), ABOUT).result
    assert result == '<function_result call_id="clock-1">\n12:00\n</function_result>'


def test_the_result_of_a_result_block_is_its_text() -> None:
    block = Block(1, 0, kind="result", call=Call(status="result", outcome=Outcome("12:00")))
    assert public().block_info(block, ABOUT).result == "12:00"


def test_a_block_whose_text_is_gone_has_no_role() -> None:
    info = public().block_info(block_of(), None)
    assert info.role == "unknown"
    assert info.turn == -1


def test_an_event_names_its_page() -> None:
    events, told = EventStream(), list[Event]()
    events.subscribe(Event, told.append)
    PublicEvents(events, 500).publish("limit", "http://chat.test/", text="too many")
    assert [(one.kind, one.url, one.text, one.block) for one in told] == [
        ("limit", "http://chat.test/", "too many", None)
    ]


def test_trouble_is_logged_though_no_one_listens(caplog: pytest.LogCaptureFixture) -> None:
    public().publish("trouble", "", text="the page went away")
    assert "the page went away" in caplog.text
