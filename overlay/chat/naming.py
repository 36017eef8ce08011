"""Decides whether the new address of a conversation is its own or that of another conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from overlay.common.clock import Clock, Timer


class AddressDoubt:
    """Waits `doubt` seconds, then asks `still_there()` whether the page still shows the conversation.

    If so, calls `on_kept(before)`, else `on_another(before)`; if it is cancelled, `on_undecided(before)`.
    `before` is the conversation's earlier name.
    """

    def __init__(
        self,
        clock: Clock,
        doubt: float,
        still_there: Callable[[], Awaitable[bool]],
        on_another: Callable[[str], None],
        on_kept: Callable[[str], None],
        on_undecided: Callable[[str], None],
    ) -> None:
        self.units: set[int] = set()
        self._before = ""
        self._clock = clock
        self._doubt = doubt
        self._still_there = still_there
        self._on_another = on_another
        self._on_kept = on_kept
        self._on_undecided = on_undecided
        self._timer: Timer | None = None
        self._check: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._settled.set()

    def begin(self, before: str, units: Iterable[int]) -> None:
        """Start the wait: the address changed while the page showed these units."""
        self.units = set(units)
        self._before = before
        self._settled.clear()
        self._timer = self._clock.call_later(self._doubt, self._begin_check)

    async def settled(self) -> None:
        """Wait until it is known which conversation has the address."""
        await self._settled.wait()

    def cancel(self) -> None:
        """Stop waiting: the address changed again, or the document is gone."""
        if self._timer:
            self._timer.cancel()
        if self._check:
            self._check.cancel()
        self._timer = self._check = None
        if not self._settled.is_set():
            self._settled.set()
            self._on_undecided(self._before)

    def _begin_check(self) -> None:
        self._check = asyncio.ensure_future(self._decide())

    async def _decide(self) -> None:
        try:
            if await self._still_there():
                self._on_kept(self._before)
            else:
                self._on_another(self._before)
        finally:
            # If it was cancelled, another wait may have begun.
            if self._check is asyncio.current_task():
                self._settled.set()
