"""The visible text of a recorded document after each step, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from observers.recording_protocol import SpliceText
from overlay.capture.dom_tree import Item, Tree, bare
from overlay.capture.model import Node, Opened

INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i"),
        *("ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time"),
        *("tt", "u", "var", "wbr"),
    )
)
"""Inline elements: they don't end a line of text."""


class VisibleText(Tree):
    """The tree of one document. Operations on nodes that don't exist are skipped.

    Since the last `clear`: `touched` are the added and changed texts and the parents of added and removed
    nodes, `fresh` the ids of new nodes, `gone` the removed nodes.
    """

    def __init__(self, opened: Opened) -> None:
        self.touched: dict[Item, None] = {}
        self.fresh: set[int] = set()
        self.gone: dict[Item, None] = {}
        super().__init__(opened)

    def clear(self) -> None:
        """Reset `touched`, `fresh` and `gone`, before a new step."""
        self.touched.clear()
        self.fresh.clear()
        self.gone.clear()

    def blocks(self) -> list[Item]:
        """Return the elements whose lines of text were touched."""
        return list(dict.fromkeys(block_of(item) for item in self.touched))

    def _put(self, node: Node, parent: Item, before: int = 0) -> None:
        super()._put(node, parent, before)
        item = self.items.get(node.id)
        if item is None or item.parent is not parent:
            return
        self.gone.pop(item, None)
        self.touched[item if item.text is not None else parent] = None
        for text in texts_in(item) if bare(node) else ():
            self.touched[text] = None

    def _make(self, node: Node) -> Item:
        self.fresh.add(node.id)
        return super()._make(node)

    def _take(self, item: Item) -> None:
        if item.parent:
            self.touched[item.parent] = None
            self.gone[item] = None
        super()._take(item)

    def _splice(self, op: SpliceText) -> None:
        super()._splice(op)
        item = self.items.get(op.id)
        if item and item.text is not None:
            self.touched[item] = None


def block_of(item: Item) -> Item:
    """Return the nearest element around the item that is not inline."""
    while item.parent and (item.text is not None or item.tag in INLINE):
        item = item.parent
    return item


def line(block: Item) -> list[Item | None]:
    """Return the text nodes of a block in order, with None at each line break."""
    found: list[Item | None] = []
    waiting: list[Item | None] = [*reversed(block.kids)]
    while waiting:
        item = waiting.pop()
        if item is None or item.text is not None:
            found.append(item)
        elif item.tag in INLINE:
            waiting += reversed(item.kids)
        elif item.tag:
            found.append(None)
    return found


def joined(parts: list[Item | None]) -> str:
    """Return the recorded text of a block's text nodes."""
    return "".join("\n" if item is None else item.text or "" for item in parts)


def texts_in(item: Item) -> Iterator[Item]:
    """Yield all text nodes below an item."""
    for kid in item.inner:
        if kid.text is not None:
            yield kid
        yield from texts_in(kid)
