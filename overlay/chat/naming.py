"""A new conversation that got an address: for a moment it may still be another one's, which was opened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from overlay.common.clock import Clock, Timer


class Naming:
    """`stands()` says, after `doubt` seconds, whether the page still shows the conversation.
    `another(before)` is told if it does not, `kept(before)` if it does; `before` is its earlier name.
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
        """The address changed while these units stood."""
        self.units = set(units)
        self._settled.clear()
        self._timer = self._clock.call_later(self._doubt, self._begin_look, before)

    async def settled(self) -> None:
        """Return once it is known whose the address is."""
        await self._settled.wait()

    def over(self) -> None:
        """Ask no more: the address changed again, or the document went."""
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
