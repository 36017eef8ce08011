"""The tree of a document applies changes, and reports and leaves out those that do not fit."""

from __future__ import annotations

from typing import Any

from overlay.capture.dom_tree import Item, Tree, by_document, every, main_steps
from overlay.capture.model import Closed, Opened, Step
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
    "a character of two units that comes": (
        splice(4, 1, 0, "\U0001f600"),
        [None, ["body", ["p", "a\U0001f600", "#c"], ["hr"]]],
    ),
    "a comment that changes": (splice(5, 0, 1, "d"), [None, ["body", ["p", "a", "#d"], ["hr"]]]),
    "an open root": (
        {"o": "shadow", "id": 6, "shadow": {"id": 20, "kids": [text(21, "in")]}},
        [None, ["body", ["p", "a", "#c"], ["hr", [None, "in"]]]],
    ),
}


def test_a_tree_applies_changes_of_attributes() -> None:
    new = {"o": "attr", "id": 6, "name": "class", "value": "b"}
    gone = {"o": "attr", "id": 6, "name": "title", "value": None}
    assert after(new, gone).items[6].attrs == {"class": "b"}


def test_a_tree_applies_each_change_that_fits() -> None:
    wrong: dict[str, Any] = {}
    for name, (op, page) in FITS.items():
        tree = after(op)
        if told(tree.root) != page or tree.faults:
            wrong[name] = told(tree.root), tree.faults
    assert wrong == {}


def test_a_node_that_left_is_changed_on_and_may_come_back() -> None:
    tree = after(remove(3), splice(4, 1, 0, "b"), add(3, text(9, "x")), add(2, {"id": 3}))
    assert told(tree.root) == [None, ["body", ["hr"], ["p", "ab", "#c", "x"]]]


def test_attributes_addresses_and_sheets_are_applied() -> None:
    tree = after(
        {"o": "attr", "id": 6, "name": "title", "value": None},
        {"o": "attr", "id": 6, "name": "a", "value": "1"},
        {"o": "url", "url": "/b"},
        {"o": "sheets", "sheets": ["p {}"]},
        {"o": "sheets", "id": 6, "sheets": []},
    )
    assert tree.items[6].attrs == {"a": "1"}
    assert tree.url == "/b"
    assert tree.faults == []


def test_values_and_shadow_roots_are_noted_since_markup_does_not_have_them() -> None:
    ops = [{"o": "value", "id": 6, "value": "v"}, {"o": "shadow", "id": 6, "shadow": {"id": 20}}]
    assert [[item.id for item in after(op).items.values() if item.odd] for op in ops] == [[6], [6]]


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


def test_a_tree_reports_and_leaves_out_each_change_that_does_not_fit() -> None:
    wrong: dict[str, Any] = {}
    for name, op in AMISS.items():
        tree = after(op)
        if told(tree.root) != told(Strict(PAGE).root) or len(tree.faults) != 1:
            wrong[name] = told(tree.root), tree.faults
    assert wrong == {}
    tree = after(add(2, text(9, "x"), before=4))
    assert len(tree.faults) == 1
    assert told(tree.root) == [None, ["body", ["p", "a", "#c"], ["hr"], "x"]]


def test_nodes_come_in_the_order_of_the_page_and_lines_with_their_document() -> None:
    assert [item.id for item in every(Tree(PAGE).root)] == [1, 2, 3, 4, 5, 6]
    other = PAGE.model_copy(update={"doc": 2})
    lines: list[Opened | Step | Closed] = [PAGE, other, step(1), Closed(at=2, doc=1), step(2)]
    given = [found for _, found in by_document(lines, lambda opened: opened.doc)]
    assert given == [1, 2, 1, 1, None]


def test_the_steps_of_a_page_leave_out_those_of_the_documents_in_its_frames() -> None:
    in_frame = PAGE.model_copy(update={"doc": 2, "frame": (1, 3)})
    own, other = step(1), step(2).model_copy(update={"doc": 2})
    lines: list[Opened | Step | Closed] = [PAGE, in_frame, own, other]
    assert [taken for _, taken in main_steps(lines)] == [own]
