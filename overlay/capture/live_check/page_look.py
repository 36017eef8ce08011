"""The elements of a recorded page at one moment, to be found by CSS selectors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from lxml import etree

from overlay.capture.dom_tree import Item
from overlay.scan.pages import select
from overlay.sites.check.snapshot import SILENT, Node

SEEN = (0.0, 0.0, 100.0, 1.0)
"""The box of each element that the markup does not hide: a recording has no layout."""
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class PageLook:
    """The elements below `root` in document order. What is in a shadow root belongs to its host."""

    def __init__(self, root: Item) -> None:
        self.nodes: list[Node] = []
        self._item: dict[int, Item] = {}
        self._node: dict[Any, Node] = {}
        self._root: Any = etree.Element("page")
        for item in root.inner:
            self._add(item, self._root, None, shown=True)

    def find(self, selector: str) -> list[Node]:
        """Return the elements that a selector finds; none for a selector that can't be tried here."""
        found: set[Any] = {each for path in select(selector) for each in _path(path)(self._root)}
        return [node for element, node in self._node.items() if element in found]

    def first(self, selectors: Iterable[str]) -> tuple[str, list[Node]]:
        """Return the first selector that finds something, and what it finds; "" if none does."""
        for selector in selectors:
            if found := self.find(selector):
                return selector, found
        return "", []

    def item(self, node: Node) -> Item:
        """Return the recorded node of an element."""
        return self._item[id(node)]

    def _add(self, item: Item, above: Any, parent: Node | None, *, shown: bool) -> None:
        """Add an item and all in it. A page can be deeper than Python may recurse."""
        waiting: list[tuple[Item, Any, Node | None, bool]] = [(item, above, parent, shown)]
        while waiting:
            item, above, parent, shown = waiting.pop()
            if item.text is not None:
                size = len(item.text.strip())
                for node in (parent, *parent.ancestors()) if parent and size else ():
                    node.text += size
            elif item.tag is None:
                waiting += [(kid, above, parent, shown) for kid in reversed(item.inner)]
            elif _NAME.fullmatch(item.tag):
                shown = shown and not _hidden(item)
                element, node = self._make(item, above, parent, shown=shown)
                inner = item.inner if item.tag not in SILENT else []
                waiting += [(kid, element, node, shown) for kid in reversed(inner)]

    def _make(self, item: Item, above: Any, parent: Node | None, *, shown: bool) -> tuple[Any, Node]:
        element = etree.SubElement(above, item.tag or "")
        for name, value in item.attrs.items():
            if _NAME.fullmatch(name):
                element.set(name, _NOT_XML.sub("\ufffd", value))
        node = Node(item.tag or "", dict(item.attrs), parent, SEEN if shown else None)
        if parent:
            parent.children.append(node)
        self.nodes.append(node)
        self._item[id(node)], self._node[element] = item, node
        return element, node


def _hidden(item: Item) -> bool:
    style = item.attrs.get("style", "").replace(" ", "")
    return "hidden" in item.attrs or "display:none" in style or "visibility:hidden" in style


def text_of(item: Item, without: Callable[[Item], bool] = lambda _: False) -> str:
    """Return the text in a recorded node, without that of elements for which `without` is true."""
    found: list[str] = []
    waiting = [item]
    while waiting:
        item = waiting.pop()
        if item.text is not None:
            found.append(item.text)
        elif item.tag not in SILENT and not without(item):
            waiting += reversed(item.inner)
    return "".join(found)


def letters(text: str) -> str:
    """Return a text without white space, to compare what pages draw in different ways."""
    return "".join(text.split())


def outermost(nodes: Sequence[Node]) -> list[Node]:
    """Return the elements that are in no other of them."""
    known = set(map(id, nodes))
    return [node for node in nodes if not any(id(above) in known for above in node.ancestors())]


@cache
def _path(path: str) -> Any:
    return etree.XPath(path)
