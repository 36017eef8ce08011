from __future__ import annotations

from overlay.capture.check.causes import merged
from overlay.capture.check.model import Difference
from overlay.capture.check.rendered_blocks import compare, places
from overlay.capture.model import Drawn
from tests.capture.check.logs import BLOCK, drawing, story

PAIRS = [(story("read", block=1), story("read", block=1)), (story("write", block=2), story("write", block=2))]
MOVED = BLOCK.replace('    <button class="raw-toggle">\n      "Raw"\n', "")


def found(before: list[Drawn], after: list[Drawn], *excused: int) -> list[Difference]:
    return compare(PAIRS, before, after, excused.__contains__)


def test_a_difference_of_drawings_has_its_step_and_follows_from_another_call() -> None:
    assert found([drawing(1)], [drawing(1)]) == []
    [difference] = found([drawing(1, "done")], [drawing(1, "done", dom=MOVED)])
    assert difference.step == 3
    [difference] = found([drawing(1)], [drawing(1, dom=MOVED)], 1)
    assert difference.follows


def test_a_change_that_all_blocks_share_is_reported_once() -> None:
    before = [drawing(block, status) for block in (1, 2) for status in ("ready", "done")]
    after = [drawing(block, status, dom=MOVED) for block in (1, 2) for status in ("ready", "done")]
    [difference] = merged(found(before, after))
    assert difference.what == "block of read, ready: button.raw-toggle is missing in div.function-buttons"
    assert difference.also == ["block 1 done", "block 2 ready", "block 2 done"]
    named = [drawing(block, dom=f'<b title="Run: {name}">') for block, name in ((1, "read"), (2, "write"))]
    other = [drawing(block, dom=f'<b title="Go: {name}">') for block, name in ((1, "read"), (2, "write"))]
    [difference] = merged(found(named, other))
    assert difference.also == ["block 2 ready"]


def test_another_accessibility_tree_is_distinguished_from_the_dom() -> None:
    [difference] = found([drawing(1)], [drawing(1).model_copy(update={"aria": '- link "read"'})])
    assert difference.kind == "aria"


def test_another_dom_explains_another_accessibility_tree_of_the_same_state() -> None:
    after = drawing(1, dom=MOVED).model_copy(update={"aria": '- link "read"'})
    differences = found([drawing(1)], [after])
    assert [(one.kind, one.follows) for one in differences] == [("dom", False), ("aria", True)]
    assert places(differences) == {"block 1 ready"}


def test_a_missing_or_further_state_of_a_block_is_reported() -> None:
    [difference] = found([drawing(1), drawing(1, "done")], [drawing(1)])
    assert difference.what == "read was not drawn as done"
    [difference] = found([drawing(1)], [drawing(1), drawing(1, "done")])
    assert difference.what == "read was drawn again as done"
    differences = found(
        [drawing(1), drawing(1, "running"), drawing(1, "done", dom=MOVED)],
        [drawing(1), drawing(1, "done", dom=MOVED)],
    )
    assert [one.what for one in differences] == ["read was not drawn as running"]


def test_a_block_that_hides_no_text_or_left_the_page_is_reported() -> None:
    before, after, gone = (
        drawing(1, dom=f"#host {what}\n{BLOCK}") for what in ("hides pre", "hides nothing", "not in the page")
    )
    [difference] = found([before], [after])
    assert difference.what == "read, ready: the block hides nothing: the raw text shows beside it"
    assert difference.diff == [("-", "hides pre"), ("+", "hides nothing")]
    assert [one.what for one in found([before], [gone])] == ["read, ready: the block is not in the page"]
