"""Finds selectors of the message box, of the send button, and of the sign that an answer is being written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from overlay.sites.check.candidate_score import editable, pressable
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES, parts
from overlay.sites.learn.patterns import Pattern, in_context, simple

MIN_SNAPSHOTS = 3
"""How many snapshots of a growing answer are needed to find the sign."""


def box_of(pick: Node) -> Node | None:
    """Return the editable element: the one pointed at, one around it, or the only one inside it."""
    for node in (pick, *pick.ancestors()):
        if editable(node):
            return node
    inside = [node for node in pick.descendants() if editable(node) and node.box]
    return inside[0] if len(inside) == 1 else None


def button_of(pick: Node) -> Node:
    """Return the button that was pointed at: the element itself, or the one around its icon."""
    return next((node for node in (pick, *pick.ancestors()) if pressable(node)), pick)


def only(node: Node, field: str, snapshots: Sequence[Sequence[Node]], same: Sequence[Node] = ()) -> str:
    """Return the best selector that finds only `node`, and its successors `same`; "" if there is none.

    It finds `node` in the first snapshot, and at most one visible element in each other one: if
    possible only one of the same name, since sites may show a stop button in place of the send button.
    """
    words = ROLES[field]
    for by_name in (True, False):
        for patterns in (simple(node, words), in_context(node, words, ())):
            fitting = [
                pattern
                for pattern in patterns
                if all(map(pattern.test, same)) and _alone(pattern, node, snapshots, by_name=by_name)
            ]
            if fitting:
                return max(fitting, key=lambda pattern: pattern.score).css
    return ""


def streaming_sign(before: Sequence[Node], during: Sequence[Sequence[Node]], after: Sequence[Node]) -> str:
    """Return the selector of an element that is visible in each snapshot of a growing answer and in no other.

    "" if there is none with a fitting name: a wrong sign would stop calls from running automatically.
    """
    if len(during) < MIN_SNAPSHOTS:
        return ""
    words = ROLES["streaming"] | {"loading", "busy", "typing", "responding"}
    lasting = _named(during[0], words)
    for nodes in during[1:]:
        lasting = {css: pattern for css, pattern in lasting.items() if _shown(pattern, nodes)}
    signs = [
        pattern for pattern in lasting.values() if not _shown(pattern, before) and not _shown(pattern, after)
    ]
    return max(signs, key=lambda pattern: (pattern.score, -len(pattern.css)), default=NONE).css


def _named(nodes: Iterable[Node], words: frozenset[str]) -> dict[str, Pattern]:
    """Return the selectors that contain one of the words and find visible elements, by their CSS."""
    return {
        pattern.css: pattern
        for node in nodes
        if node.box
        for pattern in simple(node, words)
        if parts(pattern.css) & words
    }


def _shown(pattern: Pattern, nodes: Iterable[Node]) -> bool:
    return any(node.box and pattern.test(node) for node in nodes)


def _alone(
    pattern: Pattern, node: Node, snapshots: Sequence[Sequence[Node]], *, by_name: bool = False
) -> bool:
    """Return whether it finds only `node` in the first snapshot, and at most one element in the others.

    `by_name`: that element must have the name of `node`.
    """
    if [found for found in pattern.matched(snapshots[0]) if found.box] != [node]:
        return False
    for nodes in snapshots[1:]:
        found = [each for each in pattern.matched(nodes) if each.box]
        if len(found) > 1 or (by_name and any(_name(each) != _name(node) for each in found)):
            return False
    return True


def _name(node: Node) -> tuple[str, ...]:
    return tuple(node.attributes.get(name, "") for name in NAMES)


NAMES = ("aria-label", "title", "value")
"""The attributes that name a control."""
NONE = Pattern("", lambda _: False, 0.0)
