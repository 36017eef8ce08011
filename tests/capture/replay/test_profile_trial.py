from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.model import LogLine
from overlay.capture.replay.profile_trial import Reading, reading_of


def log(*blocks: dict[str, Any]) -> list[LogLine]:
    return [LogLine(n=1, block=number, kind="detected", info=info) for number, info in enumerate(blocks, 1)]


def test_calls_are_counted_by_where_they_are_and_results_are_not() -> None:
    answer, own = {"role": "assistant", "live": True}, {"role": "user", "live": True}
    old, unknown = {"role": "assistant", "live": False}, {"role": "unknown"}
    assert reading_of(log(answer, own, old, unknown, {"kind": "result", "role": "user"})) == Reading(
        4, 2, 1, 1
    )


def test_what_a_block_turned_out_to_be_counts() -> None:
    lines = [
        *log({"role": "assistant", "live": True}),
        LogLine(n=2, block=1, kind="changed", info={"role": "user"}),
        LogLine(n=3, block=None, kind="trouble"),
    ]
    assert reading_of(lines) == Reading(1, 0, 0, 1)


@pytest.mark.parametrize(
    "other",
    [Reading(1, 2, 1, 1), Reading(2, 1, 1, 1), Reading(2, 2, 0, 1), Reading(2, 2, 1, 0), Reading(0, 9, 9, 9)],
)
def test_one_lower_number_is_less(other: Reading) -> None:
    """One of the user's own messages that counts as the model's is the worst of them."""
    assert other.is_less_than(Reading(2, 2, 1, 1))


@pytest.mark.parametrize("other", [Reading(2, 2, 1, 1), Reading(3, 2, 2, 1)])
def test_the_same_or_more_is_not_less(other: Reading) -> None:
    assert not other.is_less_than(Reading(2, 2, 1, 1))
