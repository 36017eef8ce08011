"""Page lines as they are written: a part that the page built anew is told by what is new in it.

Renderers that build the whole answer anew for each token would otherwise fill a recording with the same
text over and over. `pack` and `unpack` are each other's opposite, line by line; only a part whose nodes are
numbered in the order of the page, as the recorder does it, is packed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from overlay.capture.model import (
    Add,
    Again,
    Attach,
    Attribute,
    Closed,
    Node,
    Op,
    Opened,
    PackedLine,
    PackedOp,
    PackedStep,
    PageLine,
    Remove,
    Shadow,
    Splice,
    Step,
    Value,
)
from overlay.capture.record import units

DOCUMENT = 1
SMALL = 3
"""Nodes up to which a part is written as it is."""
Packed = dict[str, Any]


@dataclass(eq=False, slots=True)
class Item:
    """A node as it stands."""

    id: int
    tag: str | None = None
    ns: str | None = None
    text: str | None = None
    comment: str | None = None
    doctype: str | None = None
    odd: bool = False
    attrs: dict[str, str] = field(default_factory=dict[str, str])
    kids: list[Item] = field(default_factory=list["Item"])
    parent: Item | None = None

    def alike(self, other: Item) -> bool:
        """It is the same but for numbers."""
        mine = (self.tag, self.ns, self.text, self.comment, self.doctype, len(self.kids))
        its = (other.tag, other.ns, other.text, other.comment, other.doctype, len(other.kids))
        if mine != its or [*self.attrs.items()] != [*other.attrs.items()]:
            return False
        return all(one.alike(two) for one, two in zip(self.kids, other.kids, strict=True))

    @property
    def plain(self) -> bool:
        """Neither it nor anything in it holds what is not told by markup."""
        return not self.odd and all(kid.plain for kid in self.kids)


class Stand:
    """One document as it stands. What names a node that is not there is passed over."""

    def __init__(self, opened: Opened) -> None:
        self.root = Item(DOCUMENT)
        self.items: dict[int, Item] = {DOCUMENT: self.root}
        for node in opened.tree:
            self.put(node, self.root, None)

    def apply(self, op: Op) -> None:
        """Change what `op` changes."""
        item = self.items.get(getattr(op, "id", None) or 0)
        match op:
            case Add() if parent := self.items.get(op.parent):
                self.put(op.node, parent, self.items.get(op.before or 0))
            case Remove() if item:
                self.take(item)
            case Splice() if item and item.text is not None:
                item.text = units.splice(item.text, op.at, op.cut, op.text)
            case Splice() if item and item.comment is not None:
                item.comment = units.splice(item.comment, op.at, op.cut, op.text)
            case Attribute() if item and op.value is None:
                item.attrs.pop(op.name, None)
            case Attribute() if item:
                item.attrs[op.name] = cast("str", op.value)
            case Value() if item:
                item.odd = True
            case Attach() if item:
                self._attach(op.shadow, item)
            case _:
                pass

    def put(self, node: Node, parent: Item, before: Item | None) -> None:
        """Put a node where it belongs."""
        item = self.items.get(node.id) if _bare(node) else self.make(node)
        if item is None:
            return
        self.take(item)
        item.parent = parent
        at = parent.kids.index(before) if before and before.parent is parent else len(parent.kids)
        parent.kids.insert(at, item)

    def take(self, item: Item) -> None:
        """Take a node from where it stands."""
        if item.parent and item in item.parent.kids:
            item.parent.kids.remove(item)
        item.parent = None

    def make(self, node: Node) -> Item:
        """Return a new node with all in it."""
        item = Item(node.id, node.tag, node.ns, node.text, node.comment, node.doctype, node.value is not None)
        item.attrs.update(node.attrs)
        self.items[item.id] = item
        if node.shadow:
            self._attach(node.shadow, item)
        for kid in node.kids:
            self.put(kid, item, None)
        return item

    def _attach(self, shadow: Shadow, host: Item) -> None:
        host.odd = True
        root = self.items.setdefault(shadow.id, Item(shadow.id))
        for kid in shadow.kids:
            self.put(kid, root, None)


def pack(lines: Iterable[PageLine]) -> Iterator[PackedLine]:
    """Give the lines as they are written."""
    stands: dict[int, Stand] = {}
    for line in lines:
        match line:
            case Step():
                ops = _packed(line, stands.get(line.doc))
                yield PackedStep(at=line.at, doc=line.doc, n=line.n, ops=ops)
            case Opened():
                stands[line.doc] = Stand(line)
                yield line
            case Closed():
                stands.pop(line.doc, None)
                yield line


def unpack(lines: Iterable[PackedLine]) -> Iterator[PageLine]:
    """Give the lines as they were. Raises ValueError for one that speaks of a node that is not there."""
    stands: dict[int, Stand] = {}
    for line in lines:
        match line:
            case PackedStep():
                ops = _unpacked(line, stands.get(line.doc))
                yield Step(at=line.at, doc=line.doc, n=line.n, ops=ops)
            case Opened():
                stands[line.doc] = Stand(line)
                yield line
            case Closed():
                stands.pop(line.doc, None)
                yield line


def _packed(step: Step, stand: Stand | None) -> list[PackedOp]:
    if stand is None:
        return [*step.ops]
    gone: dict[int, list[Item]] = {}
    ops: list[PackedOp] = []
    for op in step.ops:
        packed: PackedOp = op
        if isinstance(op, Remove) and (item := stand.items.get(op.id)) and item.parent:
            gone.setdefault(item.parent.id, []).append(item)
        stand.apply(op)
        if isinstance(op, Add) and not _bare(op.node) and op.parent in gone:
            packed = _again(op, gone[op.parent], stand) or op
        ops.append(packed)
    return ops


def _again(op: Add, gone: list[Item], stand: Stand) -> Again | None:
    new = stand.items[op.node.id]
    like = next((old for old in gone if old.tag == new.tag and old.parent is None), None)
    if like is None or not (new.plain and like.plain) or not _in_order(new) or _count(new) <= SMALL:
        return None
    gone.remove(like)
    return Again(
        o="again", parent=op.parent, before=op.before, id=new.id, like=like.id, what=_difference(like, new)
    )


def _difference(old: Item, new: Item) -> Packed:
    """What is new: `attrs`, `text` (a splice), and `kids`: a number stands for so many that are alike, `like`
    for one that is nearly, `new` for one that is not.
    """
    what: Packed = {}
    if old.attrs != new.attrs:
        what["attrs"] = [*new.attrs.items()]
    if old.text is not None and old.text != new.text:
        what["text"] = units.difference(old.text, cast("str", new.text))
    kids: list[Any] = []
    for at, kid in enumerate(new.kids):
        other = old.kids[at] if at < len(old.kids) else None
        if (
            other is None
            or other.tag != kid.tag
            or (other.text is None) != (kid.text is None)
            or other.ns != kid.ns
        ):
            kids.append({"new": _written(kid)})
        elif not other.alike(kid):
            kids.append({"like": _difference(other, kid)} if kid.comment is None else {"new": _written(kid)})
        elif kids and isinstance(kids[-1], int):
            kids[-1] += 1
        else:
            kids.append(1)
    if kids:
        what["kids"] = kids
    return what


def _written(item: Item) -> Packed:
    plain: Packed = {
        name: value
        for name in ("tag", "ns", "text", "comment", "doctype")
        if (value := getattr(item, name)) is not None
    }
    if item.attrs:
        plain["attrs"] = [*item.attrs.items()]
    if item.kids:
        plain["kids"] = [_written(kid) for kid in item.kids]
    return plain


def _unpacked(step: PackedStep, stand: Stand | None) -> list[Op]:
    ops: list[Op] = []
    for packed in step.ops:
        op = packed
        if isinstance(op, Again):
            like = stand.items.get(op.like) if stand else None
            if like is None:
                raise ValueError(f"step {step.n} builds node {op.like} anew, which is not there")
            node = Node.model_validate(_rebuilt(like, op.what, _Numbers(op.id)))
            op = Add(o="add", parent=op.parent, before=op.before, node=node)
        if stand:
            stand.apply(op)
        ops.append(op)
    return ops


class _Numbers:
    def __init__(self, first: int) -> None:
        self._next = first - 1

    def __call__(self) -> int:
        self._next += 1
        return self._next


def _rebuilt(old: Item, what: Packed, number: _Numbers) -> Packed:
    plain = _written(old) | {"id": number()}
    plain.pop("kids", None)
    if "attrs" in what:
        plain["attrs"] = what["attrs"]
    if "text" in what:
        plain["text"] = units.splice(cast("str", old.text), *what["text"])
    kids: list[Packed] = []
    for entry in what.get("kids", ()):
        if isinstance(entry, int):
            kids += [_numbered(_written(old.kids[len(kids) + n]), number) for n in range(entry)]
        elif "like" in entry:
            kids.append(_rebuilt(old.kids[len(kids)], entry["like"], number))
        else:
            kids.append(_numbered(entry["new"], number))
    return plain | ({"kids": kids} if kids else {})


def _numbered(plain: Packed, number: _Numbers) -> Packed:
    named = plain | {"id": number()}
    return named | ({"kids": [_numbered(kid, number) for kid in plain["kids"]]} if "kids" in plain else {})


def _in_order(item: Item) -> bool:
    """The numbers follow each other in the order of the page."""
    numbers = [one.id for one in _every(item)]
    return numbers == [*range(item.id, item.id + len(numbers))]


def _count(item: Item) -> int:
    return sum(1 for _ in _every(item))


def _every(item: Item) -> Iterator[Item]:
    yield item
    for kid in item.kids:
        yield from _every(kid)


def _bare(node: Node) -> bool:
    return node.tag is None and node.text is None and node.comment is None and node.doctype is None
