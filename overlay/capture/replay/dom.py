"""The recorded page as Python works it out from the steps alone: what the replayed one must come to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from overlay.capture.folder import Damaged
from overlay.capture.model import (
    Add,
    Address,
    Attach,
    Attribute,
    Node,
    Op,
    Opened,
    PageLine,
    Remove,
    Shadow,
    Sheets,
    Splice,
    Step,
    Value,
)
from overlay.capture.replay.rules import UNTOLD, kept, silent

_SURROGATE = re.compile("[\ud800-\udfff]")
DOCUMENT = 1
"""The id of each document itself, as the parent of its outermost nodes."""


@dataclass(eq=False, slots=True)
class Item:
    """A node. `kind` is a tag, or one of `#text`, `#comment`, `#doctype`, `#shadow`, `#document`."""

    kind: str
    ns: str = ""
    data: str = ""
    attrs: dict[str, str] = field(default_factory=dict[str, str])
    kids: list[Item] = field(default_factory=list["Item"])
    shadow: Item | None = None
    parent: Item | None = None

    @property
    def element(self) -> bool:
        """It has a tag."""
        return not self.kind.startswith("#")


class Dom:
    """One document. Every method raises Damaged, naming the step and the node, for what can't be."""

    def __init__(self, opened: Opened) -> None:
        self.url = opened.url
        self.root = Item("#document")
        self.nodes: dict[int, Item] = {DOCUMENT: self.root}
        self._where = f"document {opened.doc}"
        for node in opened.tree:
            self._put(self._made(node), self.root, None)

    def apply(self, step: Step) -> None:
        """Change what the step changed."""
        self._where = f"step {step.n}"
        for op in step.ops:
            self._change(op)

    def lines(self) -> Iterator[str]:
        """Write it as the page's own `writing.js` does."""
        return _kids(self.root, 0)

    def _change(self, op: Op) -> None:
        match op:
            case Add():
                self._put(self._made(op.node), self._parent(op.parent), op.before)
            case Remove():
                self._take(self._found(op.id))
            case Splice():
                self._splice(op)
            case Attribute():
                self._attribute(op)
            case Attach():
                self._attach(self._element(op.id), op.shadow)
            case Value():
                self._element(op.id)
            case Sheets():
                if op.id is not None:
                    self._element(op.id)
            case Address():
                self.url = op.url

    def _fault(self, what: str) -> Damaged:
        return Damaged(f"{self._where}: {what}. Record it again.")

    def _found(self, number: int) -> Item:
        item = self.nodes.get(number)
        if item is None:
            raise self._fault(f"there is no node {number}")
        return item

    def _element(self, number: int) -> Item:
        item = self._found(number)
        if not item.element:
            raise self._fault(f"node {number} is no element")
        return item

    def _parent(self, number: int) -> Item:
        item = self._found(number)
        if item.kind in ("#text", "#comment", "#doctype"):
            raise self._fault(f"node {number} can't hold anything")
        return item

    def _put(self, item: Item, parent: Item, before: int | None) -> None:
        at = self._found(before) if before else None
        above: Item | None = parent
        while above:
            if above is item:
                raise self._fault("a node would stand in itself")
            above = above.parent
        self._take(item)
        if at is None:
            parent.kids.append(item)
        elif at.parent is parent:
            parent.kids.insert(parent.kids.index(at), item)
        else:
            raise self._fault(f"node {before} does not stand where something is put before it")
        item.parent = parent

    def _take(self, item: Item) -> None:
        if item.parent:
            item.parent.kids.remove(item)
        item.parent = None

    def _splice(self, op: Splice) -> None:
        item = self._found(op.id)
        if item.kind not in ("#text", "#comment"):
            raise self._fault(f"node {op.id} is no text")
        if op.at == len(item.data) and not op.cut and item.data.isascii():
            item.data += op.text
            return
        units = item.data.encode("utf-16-le", "surrogatepass")
        if 2 * (op.at + op.cut) > len(units):
            raise self._fault(f"node {op.id} has {len(units) // 2} units, and {op.at + op.cut} are meant")
        new = op.text.encode("utf-16-le", "surrogatepass")
        units = units[: 2 * op.at] + new + units[2 * (op.at + op.cut) :]
        item.data = units.decode("utf-16-le", "surrogatepass")

    def _attribute(self, op: Attribute) -> None:
        item = self._element(op.id)
        if op.value is not None and kept(item.kind, op.name, op.value):
            item.attrs[op.name] = op.value
        else:
            item.attrs.pop(op.name, None)

    def _attach(self, host: Item, shadow: Shadow) -> None:
        root = host.shadow
        if root is None:
            root = host.shadow = Item("#shadow")
        self.nodes[shadow.id] = root
        for kid in shadow.kids:
            self._put(self._made(kid), root, None)

    def _made(self, node: Node) -> Item:
        item = self._bare(node)
        if node.tag is None:
            return item
        item.attrs = {name: value for name, value in node.attrs if kept(node.tag, name, value)}
        if node.shadow:
            self._attach(item, node.shadow)
        for kid in node.kids:
            self._put(self._made(kid), item, None)
        return item

    def _bare(self, node: Node) -> Item:
        for kind, data in (("#text", node.text), ("#comment", node.comment), ("#doctype", node.doctype)):
            if data is not None:
                item = Item(kind, data=data)
                break
        else:
            if node.tag is None:
                return self._found(node.id)
            item = Item(node.tag, ns=node.ns or "")
        self.nodes[node.id] = item
        return item


def doms_of(lines: Iterable[PageLine]) -> dict[int, Dom]:
    """Return the documents as they stand at the end of `lines`, by their numbers, those that went away too.

    Raises Damaged.
    """
    doms: dict[int, Dom] = {}
    for line in lines:
        if isinstance(line, Opened):
            doms[line.doc] = Dom(line)
        elif line.doc not in doms:
            raise Damaged(f"{line.t} at {line.at:g} ms: there is no document {line.doc}. Record it again.")
        elif isinstance(line, Step):
            doms[line.doc].apply(line)
    return doms


def quoted(text: str) -> str:
    """Return `text` as JSON.stringify writes it."""
    plain = json.dumps(text, ensure_ascii=False)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def _kids(item: Item, depth: int) -> Iterator[str]:
    pad = "  " * depth
    text = ""
    for kid in item.kids:
        if kid.kind == UNTOLD:
            continue
        if kid.kind == "#text":
            text += kid.data
            continue
        if text:
            yield pad + _text(text)
            text = ""
        if kid.kind == "#comment":
            yield f"{pad}<!--{quoted(kid.data)}-->"
        elif kid.kind == "#doctype":
            yield f"{pad}<!doctype {kid.data}>"
        else:
            yield from _element(kid, depth)
    if text:
        yield pad + _text(text)


def _text(text: str) -> str:
    return quoted(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"))


def _element(item: Item, depth: int) -> Iterator[str]:
    pad = "  " * depth
    attrs = sorted(f"{name}={quoted(value)}" for name, value in item.attrs.items())
    space = f"{item.ns}:" if item.ns else ""
    yield f"{pad}<{space}{' '.join([item.kind, *attrs])}>"
    if item.shadow:
        yield f"{pad}  #shadow"
        yield from _kids(item.shadow, depth + 2)
    if not silent(item.kind):
        yield from _kids(item, depth + 1)
