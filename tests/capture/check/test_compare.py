from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from overlay.capture.check.compare import compare
from overlay.capture.check.model import Difference
from overlay.capture.model import Drawn, LogLine
from tests.capture.check.logs import BLOCK, call, drawing, log_of

LOG = log_of(
    call(1, "list", arguments={"path": "."}),
    call(2, "read", arguments={"path": "a"}, call_id="1"),
    call(3, "read", arguments={"path": "b"}, call_id="2"),
    [LogLine(n=9, block=None, kind="limit", text="enough")],
)
DRAWN = [drawing(1), drawing(2), drawing(3)]
PAGE = '<html>\n  <body>\n    <p>\n      "text"\n'


def found(log: list[LogLine] = LOG, drawn: list[Drawn] = DRAWN, page: str = PAGE) -> list[Difference]:
    return compare((LOG, DRAWN, PAGE), (log, drawn, page))[0]


def test_the_same_replay_has_no_difference_whatever_its_pictures_are_called() -> None:
    assert found() == []
    assert found(drawn=[one.model_copy(update={"picture": "1-ready.png"}) for one in DRAWN]) == []


def test_one_missing_block_is_one_difference() -> None:
    later = [
        line.model_copy(update={"block": line.block - 1}) if line.block == 3 else line
        for line in LOG
        if line.block != 2
    ]
    drawn = [drawing(1), drawing(2)]
    assert [one.what for one in found(later, drawn)] == ["call read (1) is missing"]


def test_a_dropped_argument_explains_what_the_block_shows() -> None:
    log = log_of(call(1, "list"), LOG[4:])
    drawn = [drawing(1, dom=BLOCK.replace("Raw", "Text")), *DRAWN[1:]]
    causes = [one.what for one in found(log, drawn) if not one.follows]
    assert causes == ["argument path of list is missing"]


def test_an_event_without_a_block_that_is_new_or_missing_is_reported() -> None:
    [difference] = found([*LOG, LogLine(n=4, block=None, kind="trouble", text="draw: no such unit")])
    assert difference.kind == "event"
    assert difference.what == "trouble came"
    assert difference.got == "draw: no such unit"
    [difference] = found(LOG[:-1])
    assert difference.what == "limit did not come"
    assert difference.expected == "enough"


def test_another_order_among_the_blocks_is_reported() -> None:
    [difference] = found([*LOG[:3], LOG[4], LOG[3], *LOG[5:]])
    assert difference.kind == "order"
    assert difference.what == "the events come in another order from step 2 on"


def test_a_changed_page_and_drawings_of_an_unknown_block_are_reported() -> None:
    [difference] = found(page=PAGE.replace("text", "other"))
    assert difference.what == 'the page at the end: "other" is in p, not "text"'
    [difference] = found(drawn=[*DRAWN, drawing(9)])
    assert difference.what == "the blocks were drawn in another order"


lines = st.builds(
    LogLine,
    n=st.integers(1, 9),
    block=st.sampled_from([None, 1, 2, 3]),
    kind=st.sampled_from(["detected", "named", "ready", "running", "done", "failed", "limit"]),
    text=st.sampled_from(["", "a"]),
    info=st.dictionaries(st.sampled_from(["name", "note", "result", "status", "new"]), st.sampled_from(["", "x", "y"]), max_size=2),
)  # fmt: skip


@given(before=st.lists(lines, max_size=8), after=st.lists(lines, max_size=8))
def test_two_logs_have_no_difference_only_if_they_are_the_same(before: Any, after: Any) -> None:
    differences, _ = compare((before, [], ""), (after, [], ""))
    assert bool(differences) == (before != after)
