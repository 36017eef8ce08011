from __future__ import annotations

from overlay.capture.check.block_history import block_histories, loose, moments
from overlay.capture.model import LogLine
from tests.capture.check.logs import call, log_of, story


def test_a_history_collects_the_lines_of_one_block() -> None:
    history = story("read", call_id="7", arguments={"path": "a"}, result="text")
    assert history.name == "read"
    assert history.call_id == "7"
    assert history.arguments == {"path": "a"}
    assert history.info["result"] == "text"


def test_a_path_has_each_change_of_state_and_other_events_are_kept_apart() -> None:
    history = story("read", "streaming", "streaming", "ready", "running", "done")
    assert history.path() == [("streaming", 1), ("ready", 3), ("running", 4), ("done", 5)]
    lines = [*call(1, "read"), LogLine(n=9, block=1, kind="inserted")]
    assert block_histories(lines)[0].events() == [("detected", 1), ("inserted", 9)]
    lines = [*call(1, "read"), LogLine(n=4, block=None, kind="limit", text="too many")]
    assert [line.text for line in loose(lines)] == ["too many"]


def test_histories_are_in_the_order_of_detection_and_named_by_name_and_id() -> None:
    found = block_histories(log_of(call(2, "write"), call(1, "read")))
    assert [one.name for one in found] == ["write", "read"]
    titles = [story("read").title, story("read", call_id="2").title, story("").title]
    assert titles == ["read", "read (2)", "a call without a name"]


def test_a_timeline_shows_each_change_once_up_to_a_limit() -> None:
    lines = call(1, "read", "streaming", "streaming", "ready")
    assert [one.kind for one in moments(lines, 10)] == ["detected", "streaming", "ready"]
    assert len(moments(lines, 2)) == 2
    assert {one.name for one in moments(lines, 10)} == {"read"}
