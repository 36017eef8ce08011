from __future__ import annotations

import pytest

from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.check.calls import compare, missing, moved, new
from overlay.capture.check.model import Difference
from overlay.capture.model import LogLine
from tests.capture.check.logs import call, story


def telling(expected: BlockHistory, got: BlockHistory) -> list[Difference]:
    return [one for one in compare(expected, got) if not one.follows]


def test_the_same_story_has_no_difference() -> None:
    assert list(compare(story("read", arguments={"a": 1}), story("read", arguments={"a": 1}))) == []


def test_a_missing_call_is_named_with_its_arguments_and_states() -> None:
    difference = missing(story("read", call_id="2", arguments={"path": "a.md"}, block=4))
    assert difference.what == "call read (2) is missing"
    assert difference.expected == 'read(path="a.md") ready → running → done'
    assert difference.kind == "call"
    assert difference.block == 4
    assert difference.step == 4


def test_a_new_call_is_named() -> None:
    assert new(story("read")).what == "call read is new"


def test_a_call_that_moved_says_from_where_to_where() -> None:
    assert moved(story("read", block=2), story("read", block=5)).what == "read was block 2 and is block 5"


@pytest.mark.parametrize(
    ("before", "after", "what", "expected", "got"),
    [
        ({"path": "a"}, {}, "argument path of read is missing", '"a"', ""),
        ({}, {"path": "a"}, "argument path of read is new", "", '"a"'),
        ({"path": "a"}, {"path": "b"}, "argument path of read changed", '"a"', '"b"'),
    ],
)
def test_an_argument_is_named(
    before: dict[str, str], after: dict[str, str], what: str, expected: str, got: str
) -> None:
    [difference] = telling(story("read", arguments=before), story("read", arguments=after))
    assert difference.kind == "argument"
    assert difference.what == what
    assert difference.expected == expected
    assert difference.got == got


def test_a_long_argument_is_shown_by_the_lines_that_changed() -> None:
    [difference] = telling(
        story("write", arguments={"text": "one\ntwo"}), story("write", arguments={"text": "one\n2"})
    )
    assert difference.diff == [(" ", "one"), ("-", "two"), ("+", "2")]


def test_very_many_arguments_are_counted() -> None:
    found = telling(story("read", arguments={str(n): n for n in range(99)}), story("read"))
    assert found[-1].what == "69 more arguments of read differ"


def test_a_wrong_state_is_reported_once_with_both_paths() -> None:
    [difference] = telling(
        story("read", "ready", "running", "done", result="text"),
        story("read", "ready", "running", "failed", result="no", error_code="tool_execution_failed"),
    )
    assert difference.what == "state of read: done expected, failed came"
    assert difference.expected == "ready → running → done"
    assert difference.got == "ready → running → failed (tool_execution_failed)"
    assert difference.step == 3


def test_a_call_that_stopped_on_its_way_says_so() -> None:
    [difference] = telling(story("read", "ready", "running"), story("read", "ready"))
    assert difference.what == "state of read: running expected, nothing more came"


def test_a_call_that_went_on_says_so() -> None:
    [difference] = telling(story("read", "ready"), story("read", "ready", "running"))
    assert difference.what == "state of read: nothing more expected, running came"


def test_another_result_is_reported() -> None:
    [difference] = telling(story("read", result="one"), story("read", result="two"))
    assert difference.kind == "result"
    assert difference.expected == '"one"'
    assert difference.got == '"two"'


def test_another_format_is_reported() -> None:
    [difference] = telling(story("read", format="invoke"), story("read", format="json"))
    assert difference.kind == "reading"
    assert difference.what == "format of read changed"


def test_an_insertion_that_did_not_happen_is_reported() -> None:
    lines = call(1, "read")
    before = block_histories([*lines, LogLine(n=9, block=1, kind="inserted")])[0]
    [difference] = telling(before, block_histories(lines)[0])
    assert difference.what == "read is inserted never, not once"


def test_a_later_moment_is_reported_if_nothing_else_is() -> None:
    [difference] = compare(story("read", step=3), story("read", step=5))
    assert difference.what == "read came to detected at step 5, not 3"


def test_a_passing_note_is_reported_by_the_line_in_which_it_was() -> None:
    before, after = call(1, "read"), call(1, "read")
    after[1] = after[1].model_copy(update={"info": {"status": "ready", "note": "wait"}})
    after[2] = after[2].model_copy(update={"info": {"status": "running", "note": None}})
    [difference] = compare(block_histories(before)[0], block_histories(after)[0])
    assert difference.kind == "event"
    assert difference.what == "events of read differ"
    assert '"note": "wait"' in difference.got


def test_lines_that_differ_because_an_argument_does_follow_of_it() -> None:
    found = list(compare(story("read", arguments={"a": 1}), story("read", arguments={"a": 2})))
    assert [(one.kind, one.follows) for one in found] == [("argument", False), ("event", True)]
