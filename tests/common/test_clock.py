from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from overlay.common.clock import REAL_CLOCK, VirtualClock
from tests.support.scene import idle


def test_a_virtual_clock_is_still() -> None:
    clock = VirtualClock()
    assert [clock.now(), clock.now()] == [0.0, 0.0]


def test_time_never_goes_back() -> None:
    clock = VirtualClock()
    clock.advance_to(5)
    clock.advance_to(3)
    assert clock.now() == 5


def test_timers_ring_by_their_time_and_then_in_the_order_they_were_set() -> None:
    clock, rung = VirtualClock(), list[str]()
    for seconds, name in ((2, "late"), (1, "first"), (1, "second")):
        clock.call_later(seconds, rung.append, name)
    while clock.due is not None:
        clock.fire_next()
    assert rung == ["first", "second", "late"]


def test_a_ring_brings_the_time_at_which_it_was_due() -> None:
    clock = VirtualClock()
    clock.call_later(1.5, lambda: None)
    clock.fire_next()
    assert clock.now() == 1.5


def test_a_cancelled_timer_neither_rings_nor_is_due() -> None:
    clock, rung = VirtualClock(), list[str]()
    clock.call_later(1, rung.append, "no").cancel()
    assert clock.due is None
    clock.fire_next()
    assert rung == []
    assert clock.now() == 0.0


def test_no_timer_is_due_before_now() -> None:
    clock = VirtualClock()
    clock.advance_to(4)
    clock.call_later(-3, lambda: None)
    assert clock.due == 4


async def test_a_sleeper_wakes_when_the_clock_rings() -> None:
    clock = VirtualClock()
    sleeper = asyncio.create_task(clock.sleep(2))
    await idle()
    assert not sleeper.done()
    clock.fire_next()
    await sleeper
    assert clock.now() == 2


async def test_a_sleeper_that_is_stopped_leaves_no_timer() -> None:
    clock = VirtualClock()
    sleeper = asyncio.create_task(clock.sleep(2))
    await idle()
    sleeper.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeper
    assert clock.due is None


async def test_the_real_clock_is_the_machines() -> None:
    before = monotonic()
    await REAL_CLOCK.sleep(0)
    assert before <= REAL_CLOCK.now() <= monotonic()


async def test_the_real_clock_calls_later() -> None:
    called: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    REAL_CLOCK.call_later(0, called.set_result, "yes")
    assert await called == "yes"


async def test_a_cancelled_real_timer_does_nothing() -> None:
    called: list[str] = []
    REAL_CLOCK.call_later(0, called.append, "no").cancel()
    await idle()
    assert called == []
