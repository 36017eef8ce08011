"""Hands what happens to everybody who listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from overlay.calls.events import Event


class Telling:
    """What happens before it is `open` waits for the first who listens: who opens can't listen yet."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[Event | None]] = set()
        self._early: list[Event] = []
        self._open = False
        self._over = False

    @property
    def wanted(self) -> bool:
        """Somebody listens, or may yet."""
        return bool(self._queues) or not self._open

    def open(self) -> None:
        """From now on nothing is kept for who does not listen."""
        self._open = True

    def tell(self, event: Event) -> None:
        """Hand it to all who listen."""
        if not self._queues and not self._open:
            self._early.append(event)
        for queue in self._queues:
            queue.put_nowait(event)

    def listen(self) -> asyncio.Queue[Event | None]:
        """Return a queue that gets every event from now on, and None at the end."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        for event in self._early:
            queue.put_nowait(event)
        self._early.clear()
        if self._over:
            queue.put_nowait(None)
        else:
            self._queues.add(queue)
        return queue

    def events(self) -> AsyncGenerator[Event]:
        """Give what happens from now on, until the end."""
        queue = self.listen()

        async def tell() -> AsyncGenerator[Event]:
            try:
                while (event := await queue.get()) is not None:
                    yield event
            finally:
                self._queues.discard(queue)

        return tell()

    def close(self) -> None:
        """Tell everybody that it is over."""
        self._over = True
        for queue in self._queues:
            queue.put_nowait(None)
