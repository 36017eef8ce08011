"""A turn of a chat as a tree of elements: who sent what where, and what was shown meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from observers.protocol import SignSeen, TurnEnded, TurnTree
from overlay.sites.check.snapshot import Node

SEEN = (0.0, 0.0, 1.0, 1.0)
"""The box of an element that the page script calls shown; its place is not needed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The elements of a page at the end of a turn.

    `mine` is the innermost element with the user's message, `answer` the one with most of the answer's text,
    `box` the message box, `pressed` what was pressed to send (None: a key, or an element that is gone;
    `by_key` tells which). `sent_from` is the box that the message was written in, if `box` is its
    successor. `during` are the elements that may be the sign of a streaming answer, at each look while it
    grew. `address` is that of the page before the message was sent, `after` the present one.
    """

    nodes: list[Node]
    mine: Node
    answer: Node
    box: Node | None
    pressed: Node | None
    by_key: bool
    during: list[list[Node]]
    address: str
    after: str
    looks: int
    sent_from: Node | None = None

    @property
    def boxes(self) -> list[Node]:
        """The message box, and the one before it if the page has replaced it."""
        return [node for node in (self.box, self.sent_from) if node]


def turn_of(tree: TurnTree, ended: TurnEnded, address: str) -> Turn | None:
    """Return the turn in the page script's description; None if the description contradicts itself.

    `address` is the page's present address.
    """
    nodes: list[Node] = []
    for place, each in enumerate(tree.nodes):
        if each.up >= place or (each.up < 0) != (place == 0):
            return None
        node = Node(each.tag, dict(each.attributes), box=SEEN if each.shown else None)
        if place:
            node.parent = nodes[each.up]
            node.parent.children.append(node)
        if each.text:
            for around in (node, *node.ancestors()):
                around.text += each.text
        nodes.append(node)

    def at(place: int) -> Node | None:
        return nodes[place] if 0 <= place < len(nodes) else None

    mine, answer = at(tree.mine), at(tree.answer)
    if mine is None or answer is None or mine is answer:
        return None
    if mine in answer.ancestors() or answer in mine.ancestors():
        return None
    during = [_signs(look) for look in tree.signs]
    box, pressed = at(tree.box), at(tree.pressed)
    by_key = not tree.pressed_any
    sent_from = next(iter(_signs([tree.sent_from])), None) if tree.sent_from else None
    return Turn(
        nodes, mine, answer, box, pressed, by_key, during, tree.address, address, ended.looks, sent_from
    )


def _signs(look: Iterable[SignSeen]) -> list[Node]:
    return [Node(sign.tag, dict(sign.attributes), box=SEEN) for sign in look]
