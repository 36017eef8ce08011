"""Calls that wait until the user may see them: one question about all of them, and a look at few."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from overlay.calls.away_calls import AwayCalls
from overlay.calls.call import Call
from overlay.common.tasks import Tasks
from overlay.policy import CallContext
from tests.support.scene import idle

WHERE = CallContext("assistant", live=True, top_frame=True)


class Away:
    def __init__(self, count: int) -> None:
        self.calls = [made(f"c{number}") for number in range(count)]
        self.asked: list[int] = []
        self.seen: list[Call] = []
        self.looked: list[str] = []
        self.time = asyncio.Semaphore(0)
        self.tasks = Tasks()
        self.away = AwayCalls(self.expected, self.look, self.tasks, self.sleep)
        for call in self.calls:
            self.away.add(call, WHERE)

    async def sleep(self, _: float) -> None:
        await self.time.acquire()

    async def expected(self, calls: Sequence[Call]) -> list[Call]:
        self.asked.append(len(calls))
        return self.seen

    async def look(self, call: Call, _: CallContext) -> None:
        self.looked.append(call.id)

    async def pause(self) -> None:
        await idle()
        self.time.release()
        await idle()


def made(name: str) -> Call:
    call = SimpleNamespace(id=name, status="ready", awaiting_approval=False, live=True, blocks={"b": None})
    return cast("Call", call)


async def test_only_the_waiting_calls_that_may_be_seen_are_looked_at() -> None:
    room = Away(50)
    await room.pause()
    assert room.asked == [50]
    assert room.looked == []
    room.seen = room.calls[7:9]
    await room.pause()
    assert room.asked == [50, 50]
    assert room.looked == ["c7", "c8"]
    await room.tasks.close()


async def test_no_page_is_asked_about_a_call_that_no_longer_waits() -> None:
    room = Away(2)
    room.calls[0].status = "running"
    await room.pause()
    assert room.asked == [1]
    room.calls[1].status = "done"
    await room.pause()
    assert room.asked == [1]
    room.away.add(made("later"), WHERE)
    await room.pause()
    assert room.asked == [1, 1]
    await room.tasks.close()
