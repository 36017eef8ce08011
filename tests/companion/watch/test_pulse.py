"""A part that is asked whether it answers."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Error as PlaywrightError

from overlay.companion.watch import pulse
from overlay.companion.watch.pulse import Pulse


async def test_a_part_is_called_silent_once_and_then_answering_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "LIMIT", 0)
    answer, changes = asyncio.Event(), list[bool]()
    part = Pulse(answer.wait, changes.append)
    for _ in range(3):
        await part.check()
    assert changes == [False]
    answer.set()
    monkeypatch.setattr(pulse, "LIMIT", 60)
    for _ in range(3):
        await part.check()
    assert changes == [False, True]


async def test_a_part_that_answers_is_never_reported() -> None:
    changes: list[bool] = []
    part = Pulse(lambda: asyncio.sleep(0), changes.append)
    await part.check()
    assert changes == []


async def test_the_error_of_a_part_that_is_gone_is_raised() -> None:
    async def gone() -> None:
        raise PlaywrightError("gone")

    with pytest.raises(PlaywrightError, match="gone"):
        await Pulse(gone, lambda _: None).check()
