"""Decides whether the new address of a conversation is its own or that of another conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from overlay.common.clock import Clock, Timer


class Naming:
    """Waits `doubt` seconds, then calls `stands()`, which returns whether the page still shows the
    conversation.

    If it does, `kept(before)` is called, else `another(before)`; `before` is the conversation's earlier name.
    """

    def __init__(
        self,
        clock: Clock,
        doubt: float,
        stands: Callable[[], Awaitable[bool]],
        another: Callable[[str], None],
        kept: Callable[[str], None],
    ) -> None:
        self.units: set[int] = set()
        self._clock = clock
        self._doubt = doubt
        self._stands = stands
        self._another = another
        self._kept = kept
        self._timer: Timer | None = None
        self._look: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    def begin(self, before: str, units: Iterable[int]) -> None:
        """Begin to wait: the address changed while the page showed these units."""
        self.units = set(units)
        self._settled.clear()
        self._timer = self._clock.call_later(self._doubt, self._begin_look, before)

    async def settled(self) -> None:
        """Return once it is known which conversation has the address."""
        await self._settled.wait()

    def over(self) -> None:
        """Stop waiting: the address changed again, or the document is gone."""
        if self._timer:
            self._timer.cancel()
        if self._look:
            self._look.cancel()
        self._timer = self._look = None
        self._settled.set()

    def _begin_look(self, before: str) -> None:
        self._look = asyncio.ensure_future(self._decide(before))

    async def _decide(self, before: str) -> None:
        try:
            if await self._stands():
                self._kept(before)
            else:
                self._another(before)
        finally:
            self._settled.set()
