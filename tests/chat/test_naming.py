"""After a new address, overlay waits for a moment until it is clear which chat the page shows."""

from __future__ import annotations

import asyncio

from overlay.chat.naming import AddressDoubt
from overlay.common.clock import VirtualClock


class NamingScene:
    def __init__(self, *, stands: bool) -> None:
        self.clock = VirtualClock()
        self.kept: list[str] = []
        self.another: list[str] = []
        self.undecided: list[str] = []
        told = self.another.append, self.kept.append, self.undecided.append
        self.naming = AddressDoubt(self.clock, 2.0, self._stands, *told)
        self._answer = stands

    async def _stands(self) -> bool:
        return self._answer


async def test_the_page_decides_after_a_wait_whether_a_new_address_is_another_chat() -> None:
    wrong: list[object] = []
    for stands in [True, False]:
        scene = NamingScene(stands=stands)
        scene.naming.begin("new", [1])
        scene.clock.fire_next()
        await scene.naming.settled()
        if (found := (scene.kept, scene.another)) != ((["new"], []) if stands else ([], ["new"])):
            wrong.append((stands, found))
    assert wrong == []


async def test_a_new_address_is_not_settled_while_it_is_doubted() -> None:
    scene = NamingScene(stands=True)
    scene.naming.begin("new", [1])
    waiting = asyncio.ensure_future(scene.naming.settled())
    await asyncio.sleep(0)
    assert not waiting.done()
    scene.naming.cancel()
    await waiting


async def test_a_cancelled_wait_for_a_new_address_decides_nothing() -> None:
    scene = NamingScene(stands=False)
    scene.naming.begin("new", [1])
    scene.naming.cancel()
    scene.clock.fire_next()
    await scene.naming.settled()
    assert scene.kept == []
    assert scene.another == []
    assert scene.undecided == ["new"]


async def test_a_wait_for_a_new_address_that_has_ended_is_not_undecided_later() -> None:
    scene = NamingScene(stands=True)
    scene.naming.begin("new", [1])
    scene.clock.fire_next()
    await scene.naming.settled()
    scene.naming.cancel()
    assert scene.undecided == []


async def test_the_end_of_a_cancelled_check_does_not_settle_the_next_address() -> None:
    asked = asyncio.Event()
    scene = NamingScene(stands=True)

    async def never() -> bool:
        asked.set()
        await asyncio.Event().wait()
        return True

    naming = AddressDoubt(
        scene.clock, 2.0, never, scene.another.append, scene.kept.append, scene.undecided.append
    )
    naming.begin("first", [1])
    scene.clock.fire_next()
    await asked.wait()
    naming.cancel()
    naming.begin("second", [1])
    waiting = asyncio.ensure_future(naming.settled())
    for _ in range(3):
        await asyncio.sleep(0)
    assert not waiting.done()
    naming.cancel()
    await waiting
