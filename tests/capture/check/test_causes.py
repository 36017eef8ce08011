from __future__ import annotations

from overlay.capture.check.causes import cause_of, report_entries
from overlay.capture.check.text_report import reports, totals
from tests.capture.check.verdicts import ARGUMENT, MOVED, STATE, broken, different


def test_one_change_has_one_cause_whatever_the_tool_and_the_call() -> None:
    first = ARGUMENT.model_copy(update={"kind": "dom", "diff": [("-", '<b title="Run: read_file 2">')]})
    other = first.model_copy(
        update={
            "name": "send",
            "call_id": "7",
            "diff": [("…", "4 same lines"), ("-", '  <b title="Run: send 7">')],
        }
    )
    assert cause_of(first) == cause_of(other)
    assert cause_of(first) != cause_of(first.model_copy(update={"kind": "aria"}))
    assert cause_of(first) != cause_of(other.model_copy(update={"diff": [("-", '<b title="Run: sending">')]}))


def test_recordings_with_one_cause_are_told_once_and_their_own_differences_still() -> None:
    verdicts = [
        different(MOVED, name="a"),
        different(ARGUMENT, MOVED, name="b"),
        broken(),
        different(MOVED, name="c"),
        different(ARGUMENT, name="d"),
    ]
    first, second, third = report_entries(verdicts)
    assert [one.name for one in first.again] == ["c"]
    assert (second.new, second.known, second.first) == ([ARGUMENT], 1, "a")
    assert [one.name for one in second.again] == ["d"]
    assert third.verdict.outcome == "error"
    lines = list(reports(verdicts))
    assert sum("✗" in line for line in lines) == 2
    assert "  The same in 1 more recording: c" in lines
    assert "  and 1 difference as in a" in lines
    assert totals(verdicts) == "5 recordings: 4 different, 1 not checked, 2 distinct differences"
    assert "distinct" not in totals([different(STATE)])
