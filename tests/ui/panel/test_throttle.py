from __future__ import annotations

from overlay.ui.panel.throttle import INTERVAL, UpdateThrottle
from tests.support.scene import Clock, idle


class Eye:
    def __init__(self) -> None:
        self.seen = 0
        self.clock = Clock()
        self.pushes = UpdateThrottle(self.push, self.clock.sleep)

    async def push(self) -> None:
        self.seen += 1


async def test_the_first_change_is_shown_at_once() -> None:
    eye = Eye()
    eye.pushes.changed()
    await idle()
    assert eye.seen == 1


async def test_changes_right_after_a_push_are_shown_together_a_tenth_of_a_second_later() -> None:
    eye = Eye()
    for _ in range(100):
        eye.pushes.changed()
        await idle()
    assert (eye.seen, eye.clock.asked) == (1, [INTERVAL])
    await eye.clock.pass_()
    assert eye.seen == 2


async def test_the_throttle_pushes_nothing_without_a_change() -> None:
    eye = Eye()
    eye.pushes.changed()
    await eye.clock.pass_()
    await eye.clock.pass_()
    assert eye.seen == 1


async def test_a_change_after_a_pause_is_shown_at_once() -> None:
    eye = Eye()
    eye.pushes.changed()
    await eye.clock.pass_()
    eye.pushes.changed()
    await idle()
    assert eye.seen == 2


async def test_a_closed_throttle_pushes_nothing() -> None:
    eye = Eye()
    eye.pushes.changed()
    await idle()
    eye.pushes.changed()
    await eye.pushes.close()
    eye.pushes.changed()
    await eye.clock.pass_()
    assert eye.seen == 1


async def test_the_end_may_come_before_anything_was_pushed() -> None:
    eye = Eye()
    await eye.pushes.close()
    assert eye.seen == 0


def test_the_panel_gets_at_most_ten_pushes_a_second() -> None:
    assert INTERVAL >= 0.1
