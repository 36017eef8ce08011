from __future__ import annotations

import asyncio

import pytest

from overlay.chat.idle import IdleTimeouts, IdleTimer
from overlay.common.clock import VirtualClock
from tests.support.scene import idle


async def test_a_unit_that_stays_quiet_has_ended_once() -> None:
    over: list[int] = []
    IdleTimer(IdleTimeouts(signed=0), over.append).watch(5, signed=True)
    await idle()
    assert over == [5]


async def test_a_unit_watched_again_has_ended_once() -> None:
    over: list[int] = []
    watch = IdleTimer(IdleTimeouts(signed=0), over.append)
    watch.watch(5, signed=True)
    watch.watch(5, signed=True)
    await idle()
    assert over == [5]


async def test_a_unit_that_is_no_longer_watched_never_ends() -> None:
    wrong: list[object] = []
    for act in ["forget", "close"]:
        over: list[int] = []
        watch = IdleTimer(IdleTimeouts(signed=0), over.append)
        watch.watch(5, signed=True)
        watch.forget(5) if act == "forget" else watch.close()
        watch.forget(6)
        await idle()
        if over != []:
            wrong.append((act, over))
    assert wrong == []


async def test_a_unit_without_a_sign_of_its_end_is_watched_longer() -> None:
    over: list[int] = []
    watch = IdleTimer(IdleTimeouts(signed=0, unsigned=3600, hidden=0), over.append)
    watch.watch(1, signed=True)
    watch.watch(2, signed=False)
    watch.watch(3, signed=False, part=True)
    await idle()
    assert over == [1, 3]
    watch.close()


async def test_the_chat_is_calm_when_nothing_has_grown_for_the_given_time() -> None:
    clock = VirtualClock()
    watch = IdleTimer(IdleTimeouts(calm=0.8), lambda unit: None, clock)
    calm = asyncio.create_task(watch.wait_idle(signed=False))
    await idle()
    clock.advance_to(0.5)
    watch.grew()
    clock.fire_next()
    await idle()
    assert not calm.done()
    clock.fire_next()
    await calm
    assert clock.now() == pytest.approx(1.3)


async def test_where_the_site_tells_of_the_end_what_grows_for_ever_is_not_waited_for() -> None:
    clock = VirtualClock()
    watch = IdleTimer(IdleTimeouts(signed=1.5, lag=0.3), lambda unit: None, clock)
    calm = asyncio.create_task(watch.wait_idle(signed=True))
    await idle()
    for _ in range(12):
        clock.advance_to(clock.now() + 0.2)
        watch.grew()
        clock.fire_next()
        await idle()
    assert calm.done()


async def test_an_answer_that_a_page_says_has_ended_is_waited_for_only_a_moment() -> None:
    clock = VirtualClock()
    watch = IdleTimer(IdleTimeouts(calm=0.8, lag=0.3), lambda unit: None, clock)

    async def ended() -> bool:
        return clock.now() >= 0.2

    waiting = asyncio.create_task(watch.wait_idle(signed=False, ended=ended))
    while not waiting.done():
        await idle()
        clock.fire_next()
    assert clock.now() == pytest.approx(0.3)
