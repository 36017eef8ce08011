from __future__ import annotations

import asyncio
import logging

from overlay.calls.event_stream import EventQueues, EventStream
from overlay.calls.events import AnswerEnded, Event

ONE, TWO = (Event("ready", None, text, "http://chat.test/", 0.0) for text in ("one", "two"))


class Play:
    def __init__(self) -> None:
        self.stream = EventStream()
        self.queues = EventQueues(self.stream)


def told(queue: asyncio.Queue[Event | None]) -> list[Event | None]:
    return [queue.get_nowait() for _ in range(queue.qsize())]


def test_listeners_of_a_class_are_called_in_the_order_of_subscription() -> None:
    stream, heard = EventStream(), list[str]()
    stream.subscribe(AnswerEnded, lambda _: heard.append("first"))
    stream.subscribe(AnswerEnded, lambda _: heard.append("second"))
    stream.publish(AnswerEnded("one"))
    assert heard == ["first", "second"]

    others: list[AnswerEnded] = []
    stream = EventStream()
    stream.subscribe(AnswerEnded, others.append)
    stream.publish(ONE)
    assert others == []


def test_a_listener_that_raises_is_logged_and_the_next_one_is_called(
    listener_errors: list[logging.LogRecord],
) -> None:
    stream, heard = EventStream(), list[str]()

    def fail(event: AnswerEnded) -> None:
        raise LookupError(event.document)

    stream.subscribe(AnswerEnded, fail)
    stream.subscribe(AnswerEnded, lambda event: heard.append(event.document))
    stream.publish(AnswerEnded("one"))
    assert heard == ["one"]
    assert [str(record.exc_info and record.exc_info[1]) for record in listener_errors] == ["one"]
    listener_errors.clear()


def test_an_event_goes_to_all_who_listen_until_the_end() -> None:
    play = Play()
    first, second = play.queues.listen(), play.queues.listen()
    play.stream.publish(ONE)
    assert told(first) == told(second) == [ONE]

    play = Play()
    queue = play.queues.listen()
    play.queues.close()
    assert told(queue) == told(play.queues.listen()) == [None]


def test_events_are_kept_only_until_the_stream_is_open() -> None:
    play = Play()
    play.stream.publish(ONE)
    play.queues.open()
    first, second = play.queues.listen(), play.queues.listen()
    play.stream.publish(TWO)
    assert told(first) == [ONE, TWO]
    assert told(second) == [TWO]

    play = Play()
    play.queues.open()
    play.stream.publish(ONE)
    assert told(play.queues.listen()) == []


def test_events_are_wanted_until_the_stream_is_open_and_while_somebody_listens() -> None:
    play = Play()
    before = play.stream.wants(Event)
    play.queues.open()
    alone = play.stream.wants(Event)
    play.queues.listen()
    assert before
    assert not alone
    assert play.stream.wants(Event)


async def test_an_iteration_gets_all_events_up_to_the_end() -> None:
    play = Play()
    events = play.queues.events()
    play.stream.publish(ONE)
    play.queues.close()
    assert [event async for event in events] == [ONE]


async def test_an_iteration_that_ends_early_wants_no_more_events() -> None:
    play = Play()
    play.queues.open()
    events = play.queues.events()
    play.stream.publish(ONE)
    async for _ in events:
        break
    await events.aclose()
    assert not play.stream.wants(Event)
