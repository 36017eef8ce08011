"""Delta encoding of page lines: a rebuilt subtree is stored as its difference from the removed one.

Some sites rebuild the whole answer for each token. Without deltas, a recording would hold the same text many
times. The page's recorder sends such deltas where it can. `unpack` turns them into plain operations, as the
page of a replay does (injected_js/replaying/recorded_tree.js); `pack` does the reverse, line by line, for
subtrees whose nodes are numbered in document order, as the recorder numbers them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice, takewhile
from typing import Any, TypeGuard, cast

from observers import units
from observers.recording_protocol import (
    CopySubtree,
    Match,
    NewSubtree,
    Plain,
    RebuildChildren,
    RemoveNode,
    SubtreeDiff,
)
from overlay.capture.dom_tree import Item, Tree, bare, by_document, every
from overlay.capture.model import Add, Node, Op, Opened, PackedLine, PackedOp, PackedStep, PageLine, Step

_Fields = dict[str, Any]
SMALL = 3
"""Largest subtree, in nodes, that is written in full instead of as a delta."""


def pack(lines: Iterable[PageLine]) -> Iterator[PackedLine]:
    """Yield the lines with rebuilt subtrees encoded as deltas (`CopySubtree`, `RebuildChildren`)."""
    for line, tree in by_document(lines, Tree):
        if isinstance(line, Step):
            ops: Sequence[PackedOp] = _Packing(line.ops, tree).ops() if tree else line.ops
            yield PackedStep(at=line.at, doc=line.doc, n=line.n, ops=[*ops])
        else:
            yield line


def applied(lines: Iterable[PackedLine], begin: Callable[[Opened], Tree] = Tree) -> Iterator[PackedLine]:
    """Yield the lines as they are, each after it was applied to its document's tree. `begin` makes the trees.

    Raises ValueError for a delta whose base node does not exist or does not fit.
    """
    for line, tree in by_document(lines, begin):
        if isinstance(line, PackedStep) and tree:
            tree.where = f"step {line.n}"
            apply(line, tree)
        yield line


def unpack(lines: Iterable[PackedLine], begin: Callable[[Opened], Tree] = Tree) -> Iterator[PageLine]:
    """Yield the lines with all deltas expanded. `begin` makes the tree of a document, which gets its steps.

    Raises ValueError for a delta whose base node does not exist or does not fit.
    """
    for line, tree in by_document(lines, begin):
        if isinstance(line, PackedStep):
            if tree:
                tree.where = f"step {line.n}"
            yield Step(at=line.at, doc=line.doc, n=line.n, ops=[*_unpacked(line, tree)])
        else:
            yield line


class _Packing:
    """Encodes one step. `tree` is the document before the step; encoding applies the step to it."""

    def __init__(self, ops: Sequence[Op], tree: Tree) -> None:
        self._ops = ops
        self._tree = tree
        self._left: dict[int, list[Item]] = {}
        # The recorder adds the last sibling first, so the number of later additions is the sibling's index.
        self._coming = Counter(op.parent for op in ops if _is_new(op))

    def ops(self) -> list[PackedOp]:
        found: list[PackedOp] = []
        at = 0
        while at < len(self._ops):
            run = self._run(at)
            found += self._anew(run) if run else [self._one(self._ops[at])]
            at += len(run) or 1
        return found

    def _run(self, at: int) -> Sequence[Op]:
        """Return the operations from `at` that remove all children of one node and then append new ones.

        Return () if the operations at `at` have no such form.
        """
        first = self._ops[at]
        item = self._tree.items.get(first.id) if isinstance(first, RemoveNode) else None
        if item is None or item.parent is None:
            return ()
        parent, kids = item.parent, item.parent.kids
        end = at + len(kids)
        if end >= len(self._ops) or not _comes_to(self._ops[end], parent.id):
            return ()
        gone = self._ops[at:end]
        if [op.id for op in gone if isinstance(op, RemoveNode)] != [kid.id for kid in kids]:
            return ()
        come = takewhile(lambda op: _comes_to(op, parent.id), islice(self._ops, end, None))
        return [*gone, *come]

    def _anew(self, run: Sequence[Op]) -> Sequence[PackedOp]:
        parent = cast("Item", self._tree.items[cast("RemoveNode", run[0]).id].parent)
        gone = [*parent.kids]
        for op in run:
            self._tree.apply(op)
        row = [one for kid in parent.kids for one in every(kid)]
        if not _can_be_built(row):
            return run
        return [RebuildChildren(o="anew", id=parent.id, first=row[0].id, kids=_kids(gone, parent.kids))]

    def _one(self, op: Op) -> PackedOp:
        tree = self._tree
        if isinstance(op, RemoveNode) and (item := tree.items.get(op.id)) and item.parent:
            self._left.setdefault(item.parent.id, []).append(item)
        tree.apply(op)
        if _is_new(op):
            self._coming[op.parent] -= 1
            return self._again(op) or op
        return op

    def _again(self, op: Add) -> CopySubtree | None:
        new = self._tree.items.get(op.node.id)
        if new is None or not _can_be_built([*every(new)]):
            return None
        like = self._like(new, self._left.get(op.parent, []), self._coming[op.parent])
        if like is None:
            return None
        what = _difference(like, new)
        return CopySubtree(o="again", parent=op.parent, before=op.before, id=new.id, like=like.id, what=what)

    @staticmethod
    def _like(new: Item, gone: list[Item], at: int) -> Item | None:
        """Return the removed node to encode `new` against: the one at index `at`, else the first that fits.

        A removed node is used at most once.
        """
        fits = [
            old
            for old in [*gone[at : at + 1], *gone]
            if old.parent is None and (old.tag, old.ns) == (new.tag, new.ns)
        ]
        if not fits:
            return None
        gone[gone.index(fits[0])] = Item(0)
        return fits[0]


def _is_new(op: Op) -> TypeGuard[Add]:
    return isinstance(op, Add) and not bare(op.node)


def _comes_to(op: Op, parent: int) -> bool:
    return _is_new(op) and op.parent == parent and not op.before


def _can_be_built(row: Sequence[Item]) -> bool:
    """Return whether the nodes can be encoded: more than SMALL, ids in document order, markup only."""
    in_order = all(one.id == row[0].id + at for at, one in enumerate(row))
    return len(row) > SMALL and in_order and not any(one.odd or one.doctype is not None for one in row)


def _difference(old: Item, new: Item) -> SubtreeDiff:
    same_text = old.text is None or old.text == new.text
    return SubtreeDiff(
        attrs=None if [*old.attrs.items()] == [*new.attrs.items()] else [*new.attrs.items()],
        text=None if same_text else units.difference(cast("str", old.text), cast("str", new.text)),
        kids=_kids(old.kids, new.kids),
    )


def _kids(old: Sequence[Item], new: Sequence[Item]) -> list[int | Match | NewSubtree]:
    """Return the new children, encoded against the old ones at the same index."""
    kids: list[int | Match | NewSubtree] = []
    for at, kid in enumerate(new):
        other = old[at] if at < len(old) else None
        if other is None or not _same_kind(other, kid):
            kids.append(NewSubtree(new=_written(kid)))
        elif not _alike(other, kid):
            kids.append(Match(like=_difference(other, kid)))
        elif kids and isinstance(kids[-1], int):
            kids[-1] += 1
        else:
            kids.append(1)
    return kids


def _same_kind(one: Item, other: Item) -> bool:
    texts = (one.text is None) == (other.text is None)
    return texts and (one.tag, one.ns, one.comment) == (other.tag, other.ns, other.comment)


def _alike(one: Item, other: Item) -> bool:
    """Return whether two subtrees are equal, ids ignored."""
    if (one.text, len(one.kids)) != (other.text, len(other.kids)):
        return False
    if not _same_kind(one, other) or [*one.attrs.items()] != [*other.attrs.items()]:
        return False
    return all(_alike(mine, its) for mine, its in zip(one.kids, other.kids, strict=True))


def _written(item: Item) -> Plain:
    return Plain(**_own(item), kids=[_written(kid) for kid in item.kids])


def _own(item: Item) -> _Fields:
    """Return the fields of a node without its number and its children."""
    fields: _Fields = {
        name: value for name in ("tag", "ns", "text", "comment") if (value := getattr(item, name)) is not None
    }
    return fields | ({"attrs": [*item.attrs.items()]} if item.attrs else {})


def _unpacked(step: PackedStep, tree: Tree | None) -> Iterator[Op]:
    for packed in step.ops:
        rebuilds = isinstance(packed, CopySubtree | RebuildChildren)
        for op in _plain(packed, step, tree) if rebuilds else [packed]:
            if tree:
                tree.apply(op)
            yield op


def _plain(packed: CopySubtree | RebuildChildren, step: PackedStep, tree: Tree | None) -> list[Op]:
    like, new = _built(packed, step, tree)
    nodes = [_node(item) for item in new]
    if isinstance(packed, CopySubtree):
        return [Add(o="add", parent=packed.parent, before=packed.before, node=node) for node in nodes]
    return [
        *(RemoveNode(o="del", id=kid.id) for kid in like.kids),
        *(Add(o="add", parent=packed.id, node=node) for node in nodes),
    ]


def apply(step: PackedStep, tree: Tree) -> None:
    """Apply a step with its deltas.

    Raises ValueError for a delta whose base node does not exist or does not fit.
    """
    for op in step.ops:
        if not isinstance(op, CopySubtree | RebuildChildren):
            tree.apply(op)
            continue
        like, new = _built(op, step, tree)
        if isinstance(op, CopySubtree):
            tree.build(new, op.parent, op.before)
            continue
        for kid in [*like.kids]:
            tree.apply(RemoveNode(o="del", id=kid.id))
        tree.build(new, op.id)


def _built(
    packed: CopySubtree | RebuildChildren, step: PackedStep, tree: Tree | None
) -> tuple[Item, list[Item]]:
    """Return the base node of a delta, and the new nodes."""
    number = packed.like if isinstance(packed, CopySubtree) else packed.id
    like = tree.items.get(number) if tree else None
    if like is None:
        raise ValueError(f"step {step.n} builds node {number} again, which does not exist")
    try:
        if isinstance(packed, CopySubtree):
            return like, [_rebuilt(like, packed.what, count(packed.id))]
        return like, _rebuilt_kids(like.kids, packed.kids, count(packed.first))
    except (LookupError, AttributeError) as error:
        raise ValueError(f"step {step.n} builds node {number} again from nodes that do not exist") from error


def _rebuilt(old: Item, what: SubtreeDiff, numbers: Iterator[int]) -> Item:
    item = _empty_copy(old, numbers)
    if what.attrs is not None:
        item.attrs = dict(what.attrs)
    if what.text is not None:
        item.text = units.splice(cast("str", old.text), *what.text)
    return _with_kids(item, _rebuilt_kids(old.kids, what.kids, numbers))


def _rebuilt_kids(
    old: Sequence[Item], entries: Iterable[int | Match | NewSubtree], numbers: Iterator[int]
) -> list[Item]:
    kids: list[Item] = []
    for entry in entries:
        if isinstance(entry, int):
            kids += [_copied(old[len(kids) + n], numbers) for n in range(entry)]
        elif isinstance(entry, Match):
            kids.append(_rebuilt(old[len(kids)], entry.like, numbers))
        else:
            kids.append(_numbered(entry.new, numbers))
    return kids


def _copied(old: Item, numbers: Iterator[int]) -> Item:
    item = _empty_copy(old, numbers)
    return _with_kids(item, [_copied(kid, numbers) for kid in old.kids])


def _numbered(plain: Plain, numbers: Iterator[int]) -> Item:
    item = Item(next(numbers), plain.tag, plain.ns, plain.text, plain.comment, attrs=dict(plain.attrs))
    return _with_kids(item, [_numbered(kid, numbers) for kid in plain.kids])


def _empty_copy(old: Item, numbers: Iterator[int]) -> Item:
    return Item(next(numbers), old.tag, old.ns, old.text, old.comment, attrs=dict(old.attrs))


def _with_kids(item: Item, kids: list[Item]) -> Item:
    item.kids = kids
    for kid in kids:
        kid.parent = item
    return item


def _node(item: Item) -> Node:
    return Node(**_own(item), id=item.id, kids=[_node(kid) for kid in item.kids])
