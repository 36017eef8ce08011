from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlay import quiet
from overlay.quiet import Pace, Quiet
from tests.scene import idle


async def test_a_unit_that_stays_quiet_is_over_once() -> None:
    over: list[int] = []
    Quiet(Pace(told=0), over.append).watch(5, told=True)
    await idle()
    assert over == [5]


async def test_a_unit_watched_anew_is_over_once() -> None:
    over: list[int] = []
    watch = Quiet(Pace(told=0), over.append)
    watch.watch(5, told=True)
    watch.watch(5, told=True)
    await idle()
    assert over == [5]


@pytest.mark.parametrize("act", ["forget", "close"])
async def test_what_is_no_longer_watched_is_never_over(act: str) -> None:
    over: list[int] = []
    watch = Quiet(Pace(told=0), over.append)
    watch.watch(5, told=True)
    watch.forget(5) if act == "forget" else watch.close()
    watch.forget(6)
    await idle()
    assert over == []


async def test_where_nothing_tells_of_the_end_more_patience_is_had() -> None:
    over: list[int] = []
    watch = Quiet(Pace(told=0, untold=3600), over.append)
    watch.watch(1, told=True)
    watch.watch(2, told=False)
    await idle()
    assert over == [1]
    watch.close()


async def test_calm_is_when_nothing_has_grown_for_the_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = 100.0, list[float]()
    watch = Quiet(Pace(calm=0.8), lambda unit: None, lambda: now)

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(round(seconds, 3))
        now += seconds
        if len(slept) == 1:
            watch.grew()

    stand_in: Any = type(
        "asyncio", (), {"sleep": staticmethod(sleep), "get_running_loop": asyncio.get_running_loop}
    )
    monkeypatch.setattr(quiet, "asyncio", stand_in)
    await watch.calm()
    assert slept == [0.8, 0.8]
