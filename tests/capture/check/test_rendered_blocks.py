from __future__ import annotations

from overlay.capture.check.model import Difference
from overlay.capture.check.rendered_blocks import compare
from overlay.capture.model import Drawn
from tests.capture.check.logs import BLOCK, drawing, story

PAIRS = [(story("read", block=1), story("read", block=1)), (story("write", block=2), story("write", block=2))]
MOVED = BLOCK.replace('    <button class="raw-toggle">\n      "Raw"\n', "")


def found(before: list[Drawn], after: list[Drawn], *excused: int) -> list[Difference]:
    return compare(PAIRS, before, after, excused.__contains__)


def test_the_same_drawings_have_no_difference() -> None:
    assert found([drawing(1)], [drawing(1)]) == []


def test_a_change_that_all_blocks_share_is_reported_once() -> None:
    before = [drawing(block, status) for block in (1, 2) for status in ("ready", "done")]
    after = [drawing(block, status, dom=MOVED) for block in (1, 2) for status in ("ready", "done")]
    [difference] = found(before, after)
    assert difference.what == "block of read, ready: button.raw-toggle is missing in div.function-buttons"
    assert difference.also == ["block 1 done", "block 2 ready", "block 2 done"]


def test_another_accessibility_tree_is_distinguished_from_the_dom() -> None:
    [difference] = found([drawing(1)], [drawing(1).model_copy(update={"aria": '- link "read"'})])
    assert difference.kind == "aria"


def test_a_block_that_was_not_drawn_in_a_state_is_reported() -> None:
    [difference] = found([drawing(1), drawing(1, "done")], [drawing(1)])
    assert difference.what == "read was not drawn as done"


def test_a_block_that_was_drawn_in_a_state_more_is_reported() -> None:
    [difference] = found([drawing(1)], [drawing(1), drawing(1, "done")])
    assert difference.what == "read was drawn again as done"


def test_after_a_missing_state_the_others_are_compared_with_their_like() -> None:
    differences = found(
        [drawing(1), drawing(1, "running"), drawing(1, "done", dom=MOVED)],
        [drawing(1), drawing(1, "done", dom=MOVED)],
    )
    assert [one.what for one in differences] == ["read was not drawn as running"]


def test_what_a_block_shows_that_is_another_call_by_now_follows() -> None:
    [difference] = found([drawing(1)], [drawing(1, dom=MOVED)], 1)
    assert difference.follows


def test_the_step_is_the_one_at_which_the_block_came_into_that_state() -> None:
    [difference] = found([drawing(1, "done")], [drawing(1, "done", dom=MOVED)])
    assert difference.step == 3


def test_a_block_that_does_not_hide_the_raw_text_is_reported() -> None:
    before, after = (drawing(1, dom=f"#host hides {what}\n{BLOCK}") for what in ("pre", "nothing"))
    [difference] = found([before], [after])
    assert difference.what == "read, ready: the block hides nothing: the raw text shows beside it"
    assert difference.diff == [("-", "hides pre"), ("+", "hides nothing")]


def test_a_block_that_left_the_page_is_reported() -> None:
    before = drawing(1, dom=f"#host hides pre\n{BLOCK}")
    found_now = found(
        [before], [before.model_copy(update={"dom": before.dom.replace("hides pre", "not in the page")})]
    )
    assert [one.what for one in found_now] == ["read, ready: the block is not in the page"]
