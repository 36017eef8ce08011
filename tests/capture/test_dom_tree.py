"""What the tree of a document does that neither `Dom` nor `Mirror` add: it passes over what does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.dom_tree import Item, Tree, by_document, every
from overlay.capture.model import Closed, Op, Opened, Step
from tests.capture.record.lines import add, element, opened, remove, splice, step, text

PAGE = opened(
    element(2, "body", element(3, "p", text(4, "a"), {"id": 5, "comment": "c"}), element(6, "hr", title="t"))
)


class Strict(Tree):
    def __init__(self, page: Opened) -> None:
        self.faults: list[str] = []
        super().__init__(page)

    def fault(self, what: str) -> None:
        self.faults.append(what)


def after(*ops: Any) -> Strict:
    tree = Strict(PAGE)
    for op in step(1, *ops).ops:
        tree.apply(op)
    return tree


def told(item: Item) -> Any:
    """A node in short: a text, or its tag and what is in it."""
    if item.text is not None or item.comment is not None:
        return item.text if item.text is not None else f"#{item.comment}"
    return [item.tag, *(told(kid) for kid in item.inner)]


FITS: dict[str, tuple[Any, Any]] = {
    "a node that comes": (add(2, text(9, "x"), before=3), [None, ["body", "x", ["p", "a", "#c"], ["hr"]]]),
    "a node that leaves": (remove(3), [None, ["body", ["hr"]]]),
    "a node that is moved": (add(6, {"id": 3}), [None, ["body", ["hr", ["p", "a", "#c"]]]]),
    "a text that changes": (splice(4, 1, 0, "b"), [None, ["body", ["p", "ab", "#c"], ["hr"]]]),
    "a comment that changes": (splice(5, 0, 1, "d"), [None, ["body", ["p", "a", "#d"], ["hr"]]]),
    "an open root": (
        {"o": "shadow", "id": 6, "shadow": {"id": 20, "kids": [text(21, "in")]}},
        [None, ["body", ["p", "a", "#c"], ["hr", [None, "in"]]]],
    ),
}


@pytest.mark.parametrize("name", FITS)
def test_it_takes(name: str) -> None:
    op, page = FITS[name]
    tree = after(op)
    assert told(tree.root) == page
    assert tree.faults == []


def test_a_node_that_left_is_changed_on_and_may_come_back() -> None:
    tree = after(remove(3), splice(4, 1, 0, "b"), add(3, text(9, "x")), add(2, {"id": 3}))
    assert told(tree.root) == [None, ["body", ["hr"], ["p", "ab", "#c", "x"]]]


def test_attributes_come_and_go() -> None:
    tree = after(
        {"o": "attr", "id": 6, "name": "title", "value": None},
        {"o": "attr", "id": 6, "name": "a", "value": "1"},
    )
    assert tree.items[6].attrs == {"a": "1"}


@pytest.mark.parametrize(
    "op",
    [{"o": "value", "id": 6, "value": "v"}, {"o": "shadow", "id": 6, "shadow": {"id": 20}}],
    ids=["a value", "an open root"],
)
def test_what_markup_does_not_tell_is_noted(op: dict[str, Any]) -> None:
    assert [item.id for item in after(op).items.values() if item.odd] == [6]


def test_the_address_is_the_last_one() -> None:
    assert after({"o": "url", "url": "/b"}).url == "/b"


AMISS: dict[str, Any] = {
    "no parent": add(99, text(9, "x")),
    "a parent that is a text": add(4, text(9, "x")),
    "nothing that was there before": add(2, {"id": 98}),
    "a node in itself": add(3, {"id": 2}),
    "nothing that leaves": remove(97),
    "no text": splice(6, 0, 0, "x"),
    "no node with text": splice(96, 0, 0, "x"),
    "a place beyond the text": splice(4, 1, 1, "x"),
    "an attribute of a text": {"o": "attr", "id": 4, "name": "a", "value": "1"},
    "a value of nothing": {"o": "value", "id": 95, "value": "1"},
    "sheets of a text": {"o": "sheets", "id": 4, "sheets": []},
    "a root of a text": {"o": "shadow", "id": 4, "shadow": {"id": 20}},
}


@pytest.mark.parametrize("name", AMISS)
def test_it_tells_of_and_passes_over(name: str) -> None:
    tree = after(AMISS[name])
    assert len(tree.faults) == 1
    assert told(tree.root) == told(Strict(PAGE).root)


def test_before_what_is_elsewhere_is_at_the_end() -> None:
    tree = after(add(2, text(9, "x"), before=4))
    assert len(tree.faults) == 1
    assert told(tree.root) == [None, ["body", ["p", "a", "#c"], ["hr"], "x"]]


def test_every_node_comes_in_the_order_of_the_page() -> None:
    assert [item.id for item in every(Tree(PAGE).root)] == [1, 2, 3, 4, 5, 6]


def test_a_line_comes_with_what_was_made_of_its_document() -> None:
    other = PAGE.model_copy(update={"doc": 2})
    lines: list[Opened | Step | Closed] = [PAGE, other, step(1), Closed(at=2, doc=1), step(2)]
    given = [found for _, found in by_document(lines, lambda opened: opened.doc)]
    assert given == [1, 2, 1, 1, None]


def test_an_op_of_no_kind_that_shows_is_taken() -> None:
    ops: list[Op] = step(1, {"o": "sheets", "sheets": ["p {}"]}, {"o": "sheets", "id": 6, "sheets": []}).ops
    tree = Strict(PAGE)
    for op in ops:
        tree.apply(op)
    assert tree.faults == []
