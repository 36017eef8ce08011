from __future__ import annotations

from overlay.capture.check.block_history import block_histories, loose, moments
from overlay.capture.model import LogLine
from tests.capture.check.logs import call, log_of, story


def test_a_block_is_what_its_lines_say_together() -> None:
    told = story("read", call_id="7", arguments={"path": "a"}, result="text")
    assert told.name == "read"
    assert told.call_id == "7"
    assert told.arguments == {"path": "a"}
    assert told.info["result"] == "text"


def test_staying_in_a_state_is_no_step_of_its_path() -> None:
    told = story("read", "streaming", "streaming", "ready", "running", "done")
    assert told.path() == [("streaming", 1), ("ready", 3), ("running", 4), ("done", 5)]


def test_what_is_no_state_happens() -> None:
    lines = [*call(1, "read"), LogLine(n=9, block=1, kind="inserted")]
    assert block_histories(lines)[0].happenings() == [("detected", 1), ("inserted", 9)]


def test_blocks_are_in_the_order_in_which_they_were_found() -> None:
    assert [one.name for one in block_histories(log_of(call(2, "write"), call(1, "read")))] == [
        "write",
        "read",
    ]


def test_what_belongs_to_no_block_is_kept_apart() -> None:
    lines = [*call(1, "read"), LogLine(n=4, block=None, kind="limit", text="too many")]
    assert [line.text for line in loose(lines)] == ["too many"]


def test_a_call_goes_by_its_name_and_id() -> None:
    assert [story("read").title, story("read", call_id="2").title, story("").title] == [
        "read",
        "read (2)",
        "a call without a name",
    ]


def test_a_timeline_shows_each_change_once_and_only_so_many() -> None:
    lines = call(1, "read", "streaming", "streaming", "ready")
    assert [one.kind for one in moments(lines, 10)] == ["detected", "streaming", "ready"]
    assert len(moments(lines, 2)) == 2


def test_a_timeline_knows_the_name_of_each_block() -> None:
    assert {one.name for one in moments(call(1, "read"), 10)} == {"read"}
