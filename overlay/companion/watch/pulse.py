"""Asks a part whether it answers: a part that is frozen closes nothing, so that no event tells of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from playwright.async_api import Error as PlaywrightError

LIMIT = 1.2
"""Seconds in which a part must answer."""
_STEPS = 4
"""The limit is waited for in so many steps: a pause of this process itself takes only one of them."""


class Pulse:
    """One part, which `ask` asks. `on_change` is called with False once it is silent, and with True once it
    answers again.
    """

    def __init__(self, ask: Callable[[], Awaitable[object]], on_change: Callable[[bool], None]) -> None:
        self._ask = ask
        self._on_change = on_change
        self._asking: asyncio.Task[None] | None = None
        self._silent = False

    async def check(self) -> None:
        """Ask once, or go on waiting for the last answer. Raises playwright's Error if the part is gone."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._answer())
        for _ in range(_STEPS):
            await asyncio.wait({self._asking}, timeout=LIMIT / _STEPS)
            if self._asking.done():
                break
        else:
            self._change(silent=True)
            return
        asking, self._asking = self._asking, None
        asking.result()
        self._change(silent=False)

    def close(self) -> None:
        """Wait for no answer any more."""
        if self._asking:
            self._asking.cancel()

    async def _answer(self) -> None:
        await self._ask()

    def _change(self, *, silent: bool) -> None:
        if silent != self._silent:
            self._silent = silent
            self._on_change(not silent)


async def beat(check: Callable[[], Awaitable[None]], pause: float) -> None:
    """Call `check` again and again, with a `pause` in seconds before each. Returns when the part is gone."""
    while True:
        await asyncio.sleep(pause)
        try:
            await check()
        except PlaywrightError:
            return
