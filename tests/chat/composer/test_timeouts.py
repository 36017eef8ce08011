from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from overlay.chat.composer import timeouts
from overlay.chat.composer.timeouts import until


class Asked:
    """Gives its answers one after the other, and counts how many it gave."""

    def __init__(self, answers: Iterable[object]) -> None:
        self.answers: Iterator[object] = iter(answers)
        self.count = 0

    async def __call__(self) -> object:
        self.count += 1
        return next(self.answers)


async def test_the_first_answer_that_is_true_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "POLL_SECONDS", 0)
    asked = Asked([0, "", 7, 8])
    assert await until(asked, 60) == 7
    assert asked.count == 3


async def test_after_the_time_the_last_answer_is_given() -> None:
    asked = Asked(["", 1])
    assert await until(asked, 0) == ""
    assert asked.count == 1
