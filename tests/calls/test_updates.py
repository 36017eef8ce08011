from __future__ import annotations

from typing import Any

from overlay.calls.call import Block, Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import (
    CallFinished,
    DetailsChanged,
    ResultInserted,
    ResultReady,
    StatusChanged,
)
from overlay.calls.outcome import Outcome, Progress
from overlay.calls.updates import CallUpdates

KINDS = (CallFinished, DetailsChanged, ResultInserted, ResultReady, StatusChanged)


class Play:
    """A call in two blocks; `told` has the classes of the published events."""

    def __init__(self, **state: Any) -> None:
        self.told: list[type[Any]] = []
        events = EventStream()
        for kind in KINDS:
            events.subscribe(kind, lambda event: self.told.append(type(event)))
        events.subscribe(StatusChanged, lambda event: self.blocks.append(list(event.blocks)))
        self.blocks: list[list[Block]] = []
        self.updates = CallUpdates(events)
        self.call = Call(status=state.pop("status", "ready"), **state)
        self.shown = [Block(1, 0, call=self.call), Block(2, 0, call=self.call)]


def test_a_move_is_reported_with_every_block_and_its_note() -> None:
    play = Play()
    play.updates.move(play.call, "running", "so far")
    assert play.blocks == [play.shown]

    play = Play()
    play.updates.move(play.call, "running", "so far")
    assert play.call.status == "running"
    assert play.call.note == "so far"


def test_an_end_is_final_and_reported_after_its_status() -> None:
    play = Play(status="running", awaiting_approval=True)
    play.updates.end(play.call, "done", Outcome("fine"))
    assert play.call.started
    assert not play.call.awaiting_approval

    play = Play(status="running")
    play.updates.end(play.call, "done", Outcome("fine"))
    assert play.told == [StatusChanged, CallFinished]


def test_an_outcome_is_offered_for_insertion_once() -> None:
    play = Play(status="running", auto_return=True)
    play.updates.end(play.call, "done", Outcome("fine"))
    assert play.told[-1] is ResultReady

    play = Play(status="running", auto_return=True, inserted=True)
    play.updates.end(play.call, "done", Outcome("fine"))
    assert ResultReady not in play.told

    play = Play(auto_return=True)
    play.updates.show(play.shown[0])
    assert ResultReady not in play.told


def test_progress_and_a_countdown_are_kept_in_the_call() -> None:
    play = Play(status="running")
    play.updates.progress(play.call, Progress(0.5))
    assert play.told == [DetailsChanged]

    play = Play()
    play.updates.count_down(play.call, 2)
    assert play.call.countdown == 2


def test_an_inserted_result_is_reported() -> None:
    play = Play(status="done")
    play.updates.inserted(play.call)
    assert play.call.inserted
    assert play.told == [DetailsChanged, ResultInserted]
