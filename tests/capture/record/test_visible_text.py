from __future__ import annotations

from overlay.capture.record.visible_text import VisibleText, block_of, joined, line
from tests.capture.record.lines import add, element, opened, remove, splice, step, text

PAGE = opened(
    element(
        2,
        "body",
        element(3, "p", text(4, "a "), element(5, "b", text(6, "bold")), text(7, " c")),
        text(8, "tail"),
    )
)


def after(*ops: object) -> VisibleText:
    mirror = VisibleText(PAGE)
    mirror.clear()
    for op in step(1, *ops).ops:  # type: ignore[arg-type]
        mirror.apply(op)
    return mirror


def test_a_line_is_the_text_of_one_block_without_inner_blocks_and_shadow_roots() -> None:
    mirror = VisibleText(PAGE)
    block = block_of(mirror.items[6])
    assert block.id == 3
    assert joined(line(block)) == "a bold c"
    assert joined(line(mirror.items[2])) == "\ntail"
    shadow = {"o": "shadow", "id": 3, "shadow": {"id": 20, "kids": [text(21, "within")]}}
    mirror = after(shadow)
    assert joined(line(mirror.items[20])) == "within"
    assert joined(line(mirror.items[3])) == "a bold c"


def test_a_change_touches_its_line_and_an_unknown_node_touches_nothing() -> None:
    mirror = after(splice(6, 4, 0, "er"))
    assert [(block.id, joined(line(block))) for block in mirror.blocks()] == [(3, "a bolder c")]
    assert joined(line(after(add(3, text(9, "new "), before=5)).items[3])) == "a new bold c"
    assert [item.id for item in after(remove(5)).gone] == [5]
    mirror = after(remove(99), splice(99, 0, 0, "x"), add(99, text(100, "x")), add(3, {"id": 98}))
    assert mirror.blocks() == []


def test_a_node_that_is_moved_leaves_one_line_and_joins_another() -> None:
    mirror = after(add(2, {"id": 5}))
    assert joined(line(mirror.items[3])) == "a  c"
    assert joined(line(mirror.items[2])) == "\ntailbold"
    assert {block.id for block in mirror.blocks()} == {2, 3}
    assert not mirror.gone
