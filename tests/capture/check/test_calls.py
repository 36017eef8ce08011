from __future__ import annotations

from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.check.calls import compare, missing, moved, new
from overlay.capture.check.model import Difference
from overlay.capture.model import LogLine
from tests.capture.check.logs import call, story


def causes(expected: BlockHistory, got: BlockHistory) -> list[Difference]:
    return [one for one in compare(expected, got) if not one.follows]


def test_missing_new_and_moved_calls_are_named() -> None:
    assert list(compare(story("read", arguments={"a": 1}), story("read", arguments={"a": 1}))) == []
    difference = missing(story("read", call_id="2", arguments={"path": "a.md"}, block=4))
    assert difference.what == "call read (2) is missing"
    assert difference.expected == 'read(path="a.md") ready → running → done'
    assert difference.kind == "call"
    assert difference.block == 4
    assert difference.step == 4
    assert new(story("read")).what == "call read is new"
    assert moved(story("read", block=2), story("read", block=5)).what == "read was block 2 and is block 5"


def test_an_argument_that_differs_is_named() -> None:
    table: list[tuple[dict[str, str], dict[str, str], str, str, str]] = [
        ({"path": "a"}, {}, "argument path of read is missing", '"a"', ""),
        ({}, {"path": "a"}, "argument path of read is new", "", '"a"'),
        ({"path": "a"}, {"path": "b"}, "argument path of read changed", '"a"', '"b"'),
    ]
    for before, after, what, expected, got in table:
        [difference] = causes(story("read", arguments=before), story("read", arguments=after))
        assert difference.kind == "argument"
        assert difference.what == what
        assert difference.expected == expected
        assert difference.got == got
    [difference] = causes(
        story("write", arguments={"text": "one\ntwo"}), story("write", arguments={"text": "one\n2"})
    )
    assert difference.diff == [(" ", "one"), ("-", "two"), ("+", "2")]
    found = causes(story("read", arguments={str(n): n for n in range(99)}), story("read"))
    assert found[-1].what == "69 more arguments of read differ"


def test_a_wrong_state_is_reported_once_with_both_paths() -> None:
    [difference] = causes(
        story("read", "ready", "running", "done", result="text"),
        story("read", "ready", "running", "failed", result="no", error_code="tool_execution_failed"),
    )
    assert difference.what == "state of read: done expected, failed came"
    assert difference.expected == "ready → running → done"
    assert difference.got == "ready → running → failed (tool_execution_failed)"
    assert difference.step == 3


def test_a_call_that_stopped_early_or_went_on_is_named() -> None:
    [difference] = causes(story("read", "ready", "running"), story("read", "ready"))
    assert difference.what == "state of read: running expected, nothing more came"
    [difference] = causes(story("read", "ready"), story("read", "ready", "running"))
    assert difference.what == "state of read: nothing more expected, running came"


def test_another_result_format_insertion_or_moment_is_reported() -> None:
    [difference] = causes(story("read", result="one"), story("read", result="two"))
    assert difference.kind == "result"
    assert difference.expected == '"one"'
    assert difference.got == '"two"'
    [difference] = causes(story("read", format="invoke"), story("read", format="json"))
    assert difference.kind == "reading"
    assert difference.what == "format of read changed"
    lines = call(1, "read")
    before = block_histories([*lines, LogLine(n=9, block=1, kind="inserted")])[0]
    [difference] = causes(before, block_histories(lines)[0])
    assert difference.what == "read is inserted never, not once"
    [difference] = compare(story("read", step=3), story("read", step=5))
    assert difference.what == "read came to detected at step 5, not 3"


def test_a_note_that_was_shown_for_a_while_is_reported() -> None:
    before, after = call(1, "read"), call(1, "read")
    after[1] = after[1].model_copy(update={"info": {"status": "ready", "note": "wait"}})
    after[2] = after[2].model_copy(update={"info": {"status": "running", "note": None}})
    [difference] = compare(block_histories(before)[0], block_histories(after)[0])
    assert difference.kind == "event"
    assert difference.what == "events of read differ"
    assert '"note": "wait"' in difference.got


def test_lines_that_differ_because_of_an_argument_follow_from_it() -> None:
    found = list(compare(story("read", arguments={"a": 1}), story("read", arguments={"a": 2})))
    assert [(one.kind, one.follows) for one in found] == [("argument", False), ("event", True)]
