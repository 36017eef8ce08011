from __future__ import annotations

import asyncio

from overlay.calls.event_stream import Telling
from overlay.calls.events import Event

ONE, TWO = (Event("ready", None, text, "http://chat.test/", 0.0) for text in ("one", "two"))


def told(queue: asyncio.Queue[Event | None]) -> list[Event | None]:
    return [queue.get_nowait() for _ in range(queue.qsize())]


def test_all_who_listen_are_told() -> None:
    telling = Telling()
    first, second = telling.listen(), telling.listen()
    telling.tell(ONE)
    assert told(first) == told(second) == [ONE]


def test_what_happened_while_it_opened_is_kept_for_the_first_who_listens() -> None:
    telling = Telling()
    telling.tell(ONE)
    telling.open()
    first, second = telling.listen(), telling.listen()
    telling.tell(TWO)
    assert (told(first), told(second)) == ([ONE, TWO], [TWO])


def test_once_it_is_open_nothing_is_kept_for_who_does_not_listen() -> None:
    telling = Telling()
    telling.open()
    telling.tell(ONE)
    assert told(telling.listen()) == []


def test_it_is_wanted_until_it_is_open_and_while_somebody_listens() -> None:
    telling = Telling()
    before = telling.wanted
    telling.open()
    alone = telling.wanted
    telling.listen()
    assert (before, alone, telling.wanted) == (True, False, True)


def test_at_the_end_everybody_is_told_so() -> None:
    telling = Telling()
    queue = telling.listen()
    telling.close()
    assert told(queue) == told(telling.listen()) == [None]


async def test_who_iterates_gets_all_events_up_to_the_end() -> None:
    telling = Telling()
    events = telling.events()
    telling.tell(ONE)
    telling.close()
    assert [event async for event in events] == [ONE]


async def test_who_leaves_off_is_no_longer_told() -> None:
    telling = Telling()
    telling.open()
    events = telling.events()
    telling.tell(ONE)
    async for _ in events:
        break
    await events.aclose()
    assert not telling.wanted
