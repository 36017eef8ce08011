"""A recorded document as it stands after each step: its tree, and its texts as recorded and as shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from overlay.capture.model import Add, Attach, Node, Op, Opened, Remove, Shadow, Splice
from overlay.capture.record import units

DOCUMENT = 1
INLINE = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i"),
        *("ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time"),
        *("tt", "u", "var", "wbr"),
    )
)
"""Elements that a line of text goes through."""


@dataclass(eq=False, slots=True)
class Item:
    """A node. `text` is what was recorded (None for what is no text), `shown` what is written of it, `plain`
    whether that is the same.
    """

    id: int
    tag: str = ""
    text: str | None = None
    shown: str = ""
    plain: bool = True
    kids: list[Item] = field(default_factory=list["Item"])
    parent: Item | None = None


class Mirror:
    """One document. What names a node that is not there is passed over.

    `touched` are the texts that came or changed, and the places that something left, since `clear`; `fresh`
    the numbers of what was made since; `gone` what left.
    """

    def __init__(self, opened: Opened) -> None:
        self.root = Item(DOCUMENT, "#document")
        self.items: dict[int, Item] = {DOCUMENT: self.root}
        self.touched: dict[Item, None] = {}
        self.fresh: set[int] = set()
        self.gone: list[Item] = []
        for node in opened.tree:
            self._put(node, self.root, None)

    def clear(self) -> None:
        """A new step begins."""
        self.touched.clear()
        self.fresh.clear()
        self.gone.clear()

    def apply(self, op: Op) -> None:
        """Change what `op` changes."""
        match op:
            case Add():
                if parent := self.items.get(op.parent):
                    self._put(op.node, parent, self.items.get(op.before or 0))
            case Remove():
                if item := self.items.get(op.id):
                    self._take(item)
            case Splice():
                item = self.items.get(op.id)
                if item and item.text is not None:
                    item.text = units.splice(item.text, op.at, op.cut, op.text)
                    self.touched[item] = None
            case Attach() if host := self.items.get(op.id):
                self._attach(op.shadow, host)
            case _:
                pass

    def blocks(self) -> list[Item]:
        """Return the elements whose lines of text were touched."""
        return list(dict.fromkeys(block_of(item) for item in self.touched))

    def _put(self, node: Node, parent: Item, before: Item | None) -> None:
        known = node.tag is None and node.text is None and node.comment is None and node.doctype is None
        item = self.items.get(node.id) if known else self._make(node)
        if item is None:
            return
        self._take(item)
        if item in self.gone:
            self.gone.remove(item)
        item.parent = parent
        if before and before.parent is parent:
            parent.kids.insert(parent.kids.index(before), item)
        else:
            parent.kids.append(item)
        self.touched[item if item.text is not None else parent] = None
        for text in texts_in(item) if known else ():
            self.touched[text] = None

    def _make(self, node: Node) -> Item:
        item = Item(node.id, node.tag or "", node.text)
        self.items[item.id] = item
        self.fresh.add(item.id)
        for kid in node.kids:
            self._put(kid, item, None)
        if node.shadow:
            self._attach(node.shadow, item)
        return item

    def _attach(self, shadow: Shadow, host: Item) -> None:
        """The root stands beside the host's own kids, which it does not show as lines of its own."""
        root = self.items.get(shadow.id) or Item(shadow.id, "#shadow", parent=host)
        self.items[root.id] = root
        if root not in host.kids:
            host.kids.append(root)
        for kid in shadow.kids:
            self._put(kid, root, None)

    def _take(self, item: Item) -> None:
        if item.parent is None:
            return
        self.touched[item.parent] = None
        item.parent.kids.remove(item)
        item.parent = None
        self.gone.append(item)


def block_of(item: Item) -> Item:
    """Return the element whose line of text the item stands in."""
    while item.parent and (item.text is not None or item.tag in INLINE):
        item = item.parent
    return item


def line(block: Item) -> list[Item | None]:
    """Return the texts of a block in their order, None where one line ends and another begins."""
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
    """Return a block's text as it was recorded."""
    return "".join("\n" if item is None else item.text or "" for item in parts)


def texts_in(item: Item) -> Iterator[Item]:
    """All texts below an item."""
    for kid in item.kids:
        if kid.text is not None:
            yield kid
        yield from texts_in(kid)
