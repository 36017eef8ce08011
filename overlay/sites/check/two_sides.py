"""Finds the messages of both sides on a page without a profile: elements of two kinds that alternate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from overlay.sites.check.candidate_score import WIDE, editable, pressable
from overlay.sites.check.model import Candidate
from overlay.sites.check.selector_names import selectors
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES, parts

_NOT_CHAT = ("nav", "aside", "header", "footer", "head", "form", "pre", "code", "table", "ul", "ol", "svg")
_NOT_A_MESSAGE = ("p", "li", "tr", "td", "option", *_NOT_CHAT, "h1", "h2", "h3", "h4", "script", "style")
_AT_THE_END = ("justify-end", "items-end", "self-end", "ml-auto", "flex-row-reverse", "text-right")
"""Utility classes by which chats align the user's messages to one side."""
_DEPTH = 4
_MOSTLY = 0.6


def two_sides(nodes: Sequence[Node], box: Node | None) -> dict[str, Candidate]:
    """Return selectors for the messages of `user` and of `assistant`, where one is found.

    `nodes` are the elements of the page, `box` is its message box. The first message is the user's, unless
    names say otherwise. Empty if no elements alternate as messages do.
    """
    boxes = [box] if box else [node for node in nodes if _may_be_box(node)]
    lists = [children for node in nodes if len(children := _messages(node, boxes)) > 1]
    for children in sorted(lists, key=lambda children: -sum(child.text for child in children)):
        if found := _told_apart(children, nodes):
            return found
    return {}


def _may_be_box(node: Node) -> bool:
    """Return whether it may be the message box, where the profile finds none. A code view is none."""
    wide = node.box is not None and node.box[2] >= WIDE
    return editable(node) and wide and "cm-content" not in node.classes


def _messages(node: Node, boxes: Sequence[Node]) -> list[Node]:
    if node.tag in _NOT_CHAT or any(above.tag in _NOT_CHAT for above in node.ancestors()):
        return []
    around = {id(one) for box in boxes for one in (box, *box.ancestors())}
    box = boxes[0] if len(boxes) == 1 else None
    return [
        child
        for child in node.children
        if child.text and child.tag not in _NOT_A_MESSAGE and id(child) not in around
        if not editable(child) and not pressable(child) and _in_column(child, box)
    ]


def _in_column(node: Node, box: Node | None) -> bool:
    if node.box is None:
        return False
    if box is None or box.box is None:
        return True
    left, width = box.box[0], box.box[2]
    return node.box[0] < left + width and left < node.box[0] + node.box[2]


def _told_apart(children: Sequence[Node], nodes: Sequence[Node]) -> dict[str, Candidate]:
    names = [_names(child) for child in children]
    splits = {
        tuple(name in own for own in names): name
        for own_names in reversed(names)
        for name in reversed(own_names)
        if _alternates([name in own for own in names])
    }
    best: dict[str, Candidate] = {}
    for split, _ in sorted(splits.items(), key=lambda pair: -_likeness(pair[1])):
        one = _best(names, split, inside=True)
        other = _best(names, split, inside=False)
        first = split[0]
        user, assistant = (one, other) if first else (other, one)
        swapped = speaks(user, "assistant") + speaks(assistant, "user")
        if swapped > speaks(user, "user") + speaks(assistant, "assistant"):
            user, assistant = assistant, user
        found = {
            side: Candidate(name, _count(nodes, name), _like(children, names, name))
            for side, name in (("user", user), ("assistant", assistant))
            if name
        }
        if len(found) > len(best):
            best = found
    return best


def _alternates(split: Sequence[bool]) -> bool:
    changes = sum(a != b for a, b in pairwise(split))
    return all(split.count(side) for side in (True, False)) and changes >= _MOSTLY * (len(split) - 1)


def _names(node: Node) -> list[str]:
    """Return selectors of the element, then of those in it."""
    found: dict[str, None] = {}
    for one in _inner(node, _DEPTH):
        for name in selectors(one, frozenset()):
            if name != one.tag:
                found.setdefault(name)
        for name in one.classes:
            if name in _AT_THE_END:
                found.setdefault(f".{name}")
    return list(found)


def _inner(node: Node, depth: int) -> Iterator[Node]:
    yield node
    for child in node.children if depth else ():
        if not pressable(child):
            yield from _inner(child, depth - 1)


def _best(names: Sequence[Sequence[str]], split: Sequence[bool], *, inside: bool) -> str:
    """Return the best name that all elements on that side of the split have, and no other element has."""
    here = [own for own, side in zip(names, split, strict=True) if side is inside]
    there = {name for own, side in zip(names, split, strict=True) if side is not inside for name in own}
    common = [name for name in here[0] if name not in there and all(name in own for own in here)]
    return max(common, key=_likeness, default="")


def _likeness(name: str) -> int:
    return max(3 * speaks(name, "user"), 3 * speaks(name, "assistant"))


def speaks(name: str, side: str) -> bool:
    """Return whether a selector has a word for that side, and none for the other."""
    words = parts(name)
    other = "assistant" if side == "user" else "user"
    return bool(words & ROLES[side]) and not words & (ROLES[other] - ROLES[side])


def _count(nodes: Sequence[Node], name: str) -> int:
    return sum(name in selectors(node, frozenset()) or name[1:] in node.classes for node in nodes)


def _like(children: Sequence[Node], names: Sequence[Sequence[str]], name: str) -> str:
    return next(child.brief for child, own in zip(children, names, strict=True) if name in own)
