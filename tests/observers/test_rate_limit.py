from __future__ import annotations

from observers.rate_limit import Bucket


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_whole_burst_passes_at_once() -> None:
    bucket = Bucket(rate=1, burst=3, clock=Clock())
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_time_brings_more_at_the_rate() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, burst=2, clock=clock)
    bucket.take(2)
    clock.now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_long_rest_saves_no_more_than_the_burst() -> None:
    clock = Clock()
    bucket = Bucket(rate=1, burst=2, clock=clock)
    clock.now = 100.0
    assert not bucket.take(3)


def test_a_refused_amount_costs_nothing() -> None:
    bucket = Bucket(rate=1, burst=2, clock=Clock())
    bucket.take(5)
    assert bucket.take(2)
