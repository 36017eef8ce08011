from __future__ import annotations

import pytest
from pydantic import ValidationError

from overlay.policy.rate_limits import Buckets, Limits
from tests.support.table import for_each


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_minutes_calls_may_run_at_once_and_the_next_call_waits(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_tool=3)
    assert [buckets.take("add", limits) for _ in range(4)] == [0, 0, 0, 20]


def test_a_call_that_waits_as_long_as_told_may_run(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_tool=7)
    for _ in range(7):
        buckets.take("add", limits)
    clock.now += buckets.take("add", limits)
    assert buckets.take("add", limits) == 0


def test_each_tool_has_a_limit_of_its_own(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_tool=1)
    assert [buckets.take(tool, limits) for tool in ("a", "b", "a")] == [0, 0, 60]


def test_all_tools_together_have_a_limit_too(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_minute=2, per_tool=2)
    assert [buckets.take(tool, limits) for tool in ("a", "b", "c")] == [0, 0, 30]


def test_a_call_that_may_not_run_takes_nothing(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_minute=2, per_tool=1)
    assert [buckets.take(tool, limits) for tool in ("a", "a", "b")] == [0, 60, 0]


def test_a_long_rest_saves_up_no_more_than_a_minutes_calls(clock: Clock) -> None:
    buckets, limits = Buckets(clock), Limits(per_tool=2)
    buckets.take("a", limits)
    clock.now += 3600
    assert [buckets.take("a", limits) for _ in range(3)] == [0, 0, 30]


def test_a_limit_that_is_lowered_counts_at_once(clock: Clock) -> None:
    buckets = Buckets(clock)
    buckets.take("a", Limits(per_tool=10))
    assert [buckets.take("a", Limits(per_tool=1)) for _ in range(2)] == [0, 60]


def test_the_lowest_number_that_is_meant_for_a_tool_counts() -> None:
    limits = Limits(per_tool=30, tools={"mail.*": 5, "mail.send": 2, "*": 40})
    assert [limits.of(tool) for tool in ("mail.send", "mail.read", "add")] == [2, 5, 40]


def test_without_a_number_of_its_own_a_tool_has_the_usual_one() -> None:
    assert Limits(per_tool=30, tools={"mail.*": 5}).of("add") == 30


@for_each("wrong", [{"per_minute": 0}, {"at_once": 0}, {"tools": {"a": -1}}, {"per_hour": 3}])
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Limits.model_validate(wrong)
