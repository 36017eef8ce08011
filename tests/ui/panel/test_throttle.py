from __future__ import annotations

from overlay.ui.panel.throttle import INTERVAL, UpdateThrottle
from tests.support.scene import Clock, idle


class PushCounter:
    def __init__(self) -> None:
        self.count = 0
        self.clock = Clock()
        self.pushes = UpdateThrottle(self.push, self.clock.sleep)

    async def push(self) -> None:
        self.count += 1


async def test_the_first_change_is_shown_at_once() -> None:
    counter = PushCounter()
    counter.pushes.changed()
    await idle()
    assert counter.count == 1


async def test_changes_right_after_a_push_are_shown_together_a_tenth_of_a_second_later() -> None:
    counter = PushCounter()
    for _ in range(100):
        counter.pushes.changed()
        await idle()
    assert (counter.count, counter.clock.asked) == (1, [INTERVAL])
    await counter.clock.pass_()
    assert counter.count == 2


async def test_the_throttle_pushes_nothing_without_a_change() -> None:
    counter = PushCounter()
    counter.pushes.changed()
    await counter.clock.pass_()
    await counter.clock.pass_()
    assert counter.count == 1


async def test_a_change_after_a_pause_is_shown_at_once() -> None:
    counter = PushCounter()
    counter.pushes.changed()
    await counter.clock.pass_()
    counter.pushes.changed()
    await idle()
    assert counter.count == 2


async def test_a_closed_throttle_pushes_nothing() -> None:
    counter = PushCounter()
    counter.pushes.changed()
    await idle()
    counter.pushes.changed()
    await counter.pushes.close()
    counter.pushes.changed()
    await counter.clock.pass_()
    assert counter.count == 1


async def test_the_end_may_come_before_anything_was_pushed() -> None:
    counter = PushCounter()
    await counter.pushes.close()
    assert counter.count == 0


def test_the_panel_gets_at_most_ten_pushes_a_second() -> None:
    assert INTERVAL >= 0.1
