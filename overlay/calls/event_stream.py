"""Hands what happens to everything that listens, at once and in the order of subscription."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

from overlay.calls.events import Event

E = TypeVar("E")


class EventStream:
    """One per run. Listeners are called while `publish` runs; what they raise goes to the publisher."""

    def __init__(self) -> None:
        self._listeners: dict[type[Any], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call `listener` with each event of exactly that class from now on."""
        self._listeners.setdefault(kind, []).append(listener)

    def unsubscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call `listener` no more."""
        self._listeners[kind].remove(listener)

    def wants(self, kind: type[Any]) -> bool:
        """Return whether anything listens to events of that class."""
        return bool(self._listeners.get(kind))

    def publish(self, event: object) -> None:
        """Hand the event to all that listen to its class."""
        for listener in tuple(self._listeners.get(type(event), ())):
            listener(event)


class EventQueues:
    """Public events for those who wait for them.

    What happens before `open` is kept for the first one who listens: whoever opens can't listen yet.
    """

    def __init__(self, stream: EventStream) -> None:
        self._stream = stream
        self._queues: set[asyncio.Queue[Event | None]] = set()
        self._early: list[Event] = []
        self._subscribed = True
        self._opened = False
        self._closed = False
        stream.subscribe(Event, self._put)

    def open(self) -> None:
        """Keep nothing from now on for those who do not listen."""
        self._opened = True
        self._rest()

    def listen(self) -> asyncio.Queue[Event | None]:
        """Return a queue that gets every event from now on, and None at the end."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        for event in self._early:
            queue.put_nowait(event)
        self._early.clear()
        if self._closed:
            queue.put_nowait(None)
            return queue
        self._queues.add(queue)
        if not self._subscribed:
            self._subscribed = True
            self._stream.subscribe(Event, self._put)
        return queue

    def events(self) -> AsyncGenerator[Event]:
        """Give what happens from now on, until the end."""
        queue = self.listen()

        async def give() -> AsyncGenerator[Event]:
            try:
                while (event := await queue.get()) is not None:
                    yield event
            finally:
                self._queues.discard(queue)
                self._rest()

        return give()

    def close(self) -> None:
        """Tell everybody that nothing more comes."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    def _put(self, event: Event) -> None:
        if not self._queues and not self._opened:
            self._early.append(event)
        for queue in self._queues:
            queue.put_nowait(event)

    def _rest(self) -> None:
        """Making an event costs something: without a listener none is made."""
        if self._subscribed and self._opened and not self._queues:
            self._subscribed = False
            self._stream.unsubscribe(Event, self._put)
