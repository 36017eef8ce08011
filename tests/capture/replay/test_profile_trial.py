from __future__ import annotations

from typing import Any

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


def test_the_last_role_of_a_block_counts() -> None:
    lines = [
        *log({"role": "assistant", "live": True}),
        LogLine(n=2, block=1, kind="changed", info={"role": "user"}),
        LogLine(n=3, block=None, kind="trouble"),
    ]
    assert reading_of(lines) == Reading(1, 0, 0, 1)


def test_a_reading_with_one_lower_number_is_less() -> None:
    """A message of the user's own that counts as the model's is the worst difference."""
    before = Reading(2, 2, 1, 1)
    less = [
        Reading(1, 2, 1, 1),
        Reading(2, 1, 1, 1),
        Reading(2, 2, 0, 1),
        Reading(2, 2, 1, 0),
        Reading(0, 9, 9, 9),
    ]
    assert [other for other in less if not other.is_less_than(before)] == []
    assert [other for other in (before, Reading(3, 2, 2, 1)) if other.is_less_than(before)] == []
