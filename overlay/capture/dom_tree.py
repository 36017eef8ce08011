"""The tree of a recorded document after each operation; used for packing, redaction and checking a replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from observers import units
from observers.recording_protocol import (
    MaySend,
    RemoveNode,
    SetAttribute,
    SetSheets,
    SetUrl,
    SetValue,
    SpliceText,
)
from overlay.capture.model import Add, Attach, Closed, Node, Op, Opened, PackedStep, Shadow, Step

T = TypeVar("T")
Line = TypeVar("Line", bound=Opened | Step | PackedStep | Closed)
DOCUMENT = 1
"""The id of the document node, the parent of the outermost nodes."""


@dataclass(eq=False, slots=True)
class Item:
    """A node: an element (`tag` is set), text, comment, doctype, or (none set) an open shadow root or
    document.

    `odd` is True if the node has state that is not in its markup (a form value, a shadow root). `shown` and
    `plain` are used when texts are rewritten: `shown` is the new text of a text node, `plain` whether it
    equals the recorded one.
    """

    id: int
    tag: str | None = None
    ns: str | None = None
    text: str | None = None
    comment: str | None = None
    doctype: str | None = None
    attrs: dict[str, str] = field(default_factory=dict[str, str])
    kids: list[Item] = field(default_factory=list["Item"])
    shadow: Item | None = None
    parent: Item | None = None
    odd: bool = False
    shown: str = ""
    plain: bool = True

    @property
    def inner(self) -> list[Item]:
        """The children, and the open shadow root if there is one."""
        return [*self.kids, self.shadow] if self.shadow else self.kids

    @property
    def hollow(self) -> bool:
        """Whether the node can't have children."""
        return self.text is not None or self.comment is not None or self.doctype is not None


class Tree:
    """The tree of one document. Invalid operations are reported to `fault` and skipped.

    `where` names the step whose operations are applied.
    """

    def __init__(self, opened: Opened) -> None:
        self.where = f"document {opened.doc}"
        self.url = opened.url
        self.root = Item(DOCUMENT)
        self.items: dict[int, Item] = {DOCUMENT: self.root}
        for node in opened.tree:
            self._put(node, self.root)

    def fault(self, what: str) -> None:
        """Handle an operation that can't be applied; `what` describes the problem. Does nothing here."""

    def apply(self, op: Op) -> None:
        """Apply one operation."""
        match op:
            case Add():
                parent = self._found(op.parent)
                if parent and parent.hollow:
                    self.fault(f"node {op.parent} can't hold anything")
                elif parent:
                    self._put(op.node, parent, op.before)
            case RemoveNode():
                if item := self._found(op.id):
                    self._take(item)
            case SpliceText():
                self._splice(op)
            case SetAttribute():
                if item := self._element(op.id):
                    item.attrs.pop(op.name, None) if op.value is None else item.attrs.update(
                        {op.name: op.value}
                    )
            case SetValue():
                if item := self._element(op.id):
                    item.odd = True
            case Attach():
                if item := self._element(op.id):
                    self._attach(op.shadow, item)
            case SetUrl():
                self.url = op.url
            case SetSheets():
                if op.id:
                    self._element(op.id)
            case MaySend():
                pass

    def build(self, row: Iterable[Item], number: int, before: int = 0) -> None:
        """Insert new nodes and their descendants into node `number`, before node `before` (0: at the end)."""
        for item in row:
            self.items |= {one.id: one for one in every(item)}
            if parent := self._found(number):
                self._insert(item, parent, before)

    def _found(self, number: int) -> Item | None:
        item = self.items.get(number)
        if item is None:
            self.fault(f"there is no node {number}")
        return item

    def _element(self, number: int) -> Item | None:
        item = self._found(number)
        if item and item.tag is None:
            self.fault(f"node {number} is not an element")
            return None
        return item

    def _put(self, node: Node, parent: Item, before: int = 0) -> None:
        if item := self._found(node.id) if bare(node) else self._make(node):
            self._insert(item, parent, before)

    def _insert(self, item: Item, parent: Item, before: int = 0) -> None:
        above: Item | None = parent
        while above:
            if above is item:
                self.fault("a node would contain itself")
                return
            above = above.parent
        self._take(item)
        at = self._found(before) if before else None
        if at and at.parent is not parent:
            self.fault(f"node {before} is not a child there, so nothing can be added before it")
            at = None
        parent.kids.insert(parent.kids.index(at) if at else len(parent.kids), item)
        item.parent = parent

    def _take(self, item: Item) -> None:
        if item.parent and item in item.parent.kids:
            item.parent.kids.remove(item)
        item.parent = None

    def _make(self, node: Node) -> Item:
        item = Item(node.id, node.tag, node.ns, node.text, node.comment, node.doctype, dict(node.attrs))
        item.odd = node.value is not None
        self.items[item.id] = item
        if node.shadow:
            self._attach(node.shadow, item)
        for kid in node.kids:
            self._put(kid, item)
        return item

    def _attach(self, shadow: Shadow, host: Item) -> None:
        host.odd = True
        if host.shadow is None:
            host.shadow = Item(shadow.id, parent=host)
        self.items[shadow.id] = host.shadow
        for kid in shadow.kids:
            self._put(kid, host.shadow)

    def _splice(self, op: SpliceText) -> None:
        item = self._found(op.id)
        if item is None:
            return
        before = item.text if item.text is not None else item.comment
        if before is None:
            self.fault(f"node {op.id} is not a text node")
            return
        if op.at + op.cut > units.length(before):
            self.fault(f"node {op.id} has {units.length(before)} units, and {op.at + op.cut} are meant")
            return
        after = units.splice(before, op.at, op.cut, op.text)
        if item.text is None:
            item.comment = after
        else:
            item.text = after


def by_document(lines: Iterable[Line], begin: Callable[[Opened], T]) -> Iterator[tuple[Line, T | None]]:
    """Yield each line with the result of `begin` for its document.

    `begin` is called once for each document, with its `Opened` line. The result is None for a document that
    has no such line.
    """
    found: dict[int, T] = {}
    for line in lines:
        if isinstance(line, Opened):
            found[line.doc] = begin(line)
        yield line, found.get(line.doc)
        if isinstance(line, Closed):
            found.pop(line.doc, None)


def main_tree(opened: Opened) -> Tree | None:
    """Return the tree of a document that is not in a frame, None for others."""
    return Tree(opened) if opened.frame is None else None


def main_steps(lines: Iterable[Line]) -> Iterator[tuple[Tree, Step]]:
    """Yield each step of the documents outside of frames with the tree, to which the caller applies it."""
    for line, tree in by_document(lines, main_tree):
        if tree and isinstance(line, Step):
            yield tree, line


def bare(node: Node) -> bool:
    """Return whether the node has only an id: it refers to a node that the document already has (a move)."""
    return node.tag is None and node.text is None and node.comment is None and node.doctype is None


def every(item: Item) -> Iterator[Item]:
    """Yield an item and its descendants in document order, without shadow roots."""
    waiting = [item]
    while waiting:
        item = waiting.pop()
        yield item
        waiting += reversed(item.kids)
