"""A new address is doubted for a moment."""

from __future__ import annotations

import asyncio

from overlay.chat.naming import Naming
from overlay.common.clock import VirtualClock


class Told:
    def __init__(self, *, stands: bool) -> None:
        self.clock = VirtualClock()
        self.kept: list[str] = []
        self.another: list[str] = []
        self.naming = Naming(self.clock, 2.0, self._stands, self.another.append, self.kept.append)
        self._answer = stands

    async def _stands(self) -> bool:
        return self._answer


async def test_the_page_decides_after_a_wait_whether_a_new_address_is_another_chat() -> None:
    wrong: list[object] = []
    for stands in [True, False]:
        told = Told(stands=stands)
        told.naming.begin("new", [1])
        told.clock.fire_next()
        await told.naming.settled()
        if (found := (told.kept, told.another)) != ((["new"], []) if stands else ([], ["new"])):
            wrong.append((stands, found))
    assert wrong == []


async def test_a_new_address_is_not_settled_while_it_is_doubted() -> None:
    told = Told(stands=True)
    told.naming.begin("new", [1])
    waiting = asyncio.ensure_future(told.naming.settled())
    await asyncio.sleep(0)
    assert not waiting.done()
    told.naming.cancel()
    await waiting


async def test_a_cancelled_wait_for_a_new_address_reports_nothing() -> None:
    told = Told(stands=False)
    told.naming.begin("new", [1])
    told.naming.cancel()
    told.clock.fire_next()
    await told.naming.settled()
    assert told.kept == []
    assert told.another == []
