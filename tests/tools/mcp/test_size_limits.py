import pytest

from overlay.tools.mcp.size_limits import LimitExceeded, Meter, RateWindow, ServerLimits, size_of
from tests.support.table import for_each


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_window_has_room_again_when_its_time_has_ended():
    clock = Clock()
    window = RateWindow(2, 60, clock)
    before = [window.add() for _ in range(3)]
    clock.now = 60.0
    assert before == [True, True, False]
    assert window.add()


def test_bytes_are_counted_over_all_messages():
    meter = Meter(ServerLimits(bytes=10))
    meter.received(10)
    with pytest.raises(LimitExceeded, match="it sent more than 10 bytes within 60 seconds"):
        meter.received(1)


def test_answers_of_a_web_server_are_counted():
    meter = Meter(ServerLimits(answers=1))
    meter.answer()
    with pytest.raises(LimitExceeded, match="more than 1 answers"):
        meter.answer()


@for_each(("count", "said"), [(999, "999 bytes"), (16_000_000, "16 MB"), (1_500_000, "1.5 MB")])
def test_sizes_are_reported_as_people_say_them(count: int, said: str):
    assert size_of(count) == said
