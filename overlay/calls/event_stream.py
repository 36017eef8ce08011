"""Publishes events to their listeners, synchronously and in the order of subscription."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

from overlay.calls.events import Event

E = TypeVar("E")
log = logging.getLogger(__name__)


class EventStream:
    """The event stream of one run. A listener that raises is logged; the publisher and the others go on."""

    def __init__(self) -> None:
        self._listeners: dict[type[Any], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call `listener` from now on with each event of exactly the class `kind`, not of subclasses."""
        self._listeners.setdefault(kind, []).append(listener)

    def unsubscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Stop calling `listener`. Raises ValueError if it is not subscribed."""
        self._listeners[kind].remove(listener)

    def wants(self, kind: type[Any]) -> bool:
        """Return whether anything listens to events of that class."""
        return bool(self._listeners.get(kind))

    def publish(self, event: object) -> None:
        """Call all listeners of the event's class."""
        for listener in tuple(self._listeners.get(type(event), ())):
            try:
                listener(event)
            except Exception:  # the publisher may be in the middle of a change of a call's state
                log.exception("a listener of %s failed", type(event).__name__)


class EventQueues:
    """Queues of public events.

    Events before `open` are kept for the first call of `listen`, since the caller can't listen earlier.
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
        """Stop keeping events for later listeners."""
        self._opened = True
        self._rest()

    def listen(self) -> asyncio.Queue[Event | None]:
        """Return a queue that gets the events kept so far, every later one, and None at the end."""
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
        """Return a generator of the events from now on, until the run ends."""
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
        """End all queues: each gets None."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    def _put(self, event: Event) -> None:
        if not self._queues and not self._opened:
            self._early.append(event)
        for queue in self._queues:
            queue.put_nowait(event)

    def _rest(self) -> None:
        """Unsubscribe while there is no queue: public events are built only if something subscribes."""
        if self._subscribed and self._opened and not self._queues:
            self._subscribed = False
            self._stream.unsubscribe(Event, self._put)
