from __future__ import annotations

from overlay.calls.countdown import Countdowns
from tests.support.scene import Clock


async def test_a_countdown_calls_its_function_at_the_end_unless_it_is_stopped() -> None:
    clock, happened = Clock(), list[str]()
    Countdowns(clock.sleep).start("a", 2.5, lambda: happened.append("a"))
    assert happened == []
    await clock.pass_()
    assert clock.asked == [2.5]
    assert happened == ["a"]

    clock, happened = Clock(), list[str]()
    countdowns = Countdowns(clock.sleep)
    countdowns.start("a", 1, lambda: happened.append("a"))
    countdowns.start("b", 1, lambda: happened.append("b"))
    assert countdowns.stop("a")
    await clock.pass_()
    assert happened == ["b"]

    clock = Clock()
    countdowns = Countdowns(clock.sleep)
    assert not countdowns.stop("a")
    countdowns.start("a", 1, lambda: None)
    await clock.pass_()
    assert not countdowns.stop("a")


async def test_a_countdown_started_again_takes_the_place_of_the_first() -> None:
    clock, happened = Clock(), list[int]()
    countdowns = Countdowns(clock.sleep)
    countdowns.start("a", 1, lambda: happened.append(1))
    countdowns.start("a", 1, lambda: happened.append(2))
    await clock.pass_()
    assert happened == [2]


async def test_closing_stops_all_countdowns() -> None:
    clock, happened = Clock(), list[str]()
    countdowns = Countdowns(clock.sleep)
    countdowns.start("a", 1, lambda: happened.append("a"))
    await countdowns.close()
    await clock.pass_()
    assert happened == []
