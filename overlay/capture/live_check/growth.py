"""Measures by how much the operations of a recording lengthen the text of a page."""

from __future__ import annotations

from observers import units
from overlay.capture.dom_tree import Item, Tree, bare
from overlay.capture.model import Add, Attach, Node, Op, RemoveNode, SpliceText


def growth(tree: Tree, op: Op) -> int:
    """Return by how many UTF-16 units `op`, which is not applied yet, lengthens the text; may be negative.

    Drawing the same text again (such as with colours) adds as much as it removes.
    """
    match op:
        case Add():
            if not bare(op.node):
                return _size_of(op.node)
            item = tree.items.get(op.node.id)
            return _size(item) if item and item.parent is None else 0  # else it is moved
        case RemoveNode():
            item = tree.items.get(op.id)
            return -_size(item) if item and item.parent else 0
        case SpliceText():
            item = tree.items.get(op.id)
            return units.length(op.text) - op.cut if item and item.text is not None else 0
        case Attach():
            return sum(map(_size_of, op.shadow.kids))
        case _:
            return 0


def _size(item: Item) -> int:
    waiting, size = [item], 0
    while waiting:
        item = waiting.pop()
        size += units.length(item.text or "")
        waiting += item.inner
    return size


def _size_of(node: Node) -> int:
    waiting, size = [node], 0
    while waiting:
        node = waiting.pop()
        size += units.length(node.text or "")
        waiting += [*node.kids, *(node.shadow.kids if node.shadow else ())]
    return size
