"""Finds the turns of a chat in its recording: a message that was sent, and what grew after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from overlay.capture.dom_tree import Tree, main_steps
from overlay.capture.live_check.growth import growth
from overlay.capture.live_check.page_look import PageLook, letters, text_of
from overlay.capture.live_check.person import boxes_around, sent_texts
from overlay.capture.model import PageLine, Step
from overlay.sites.check.candidate_score import editable
from overlay.sites.check.snapshot import Node
from overlay.sites.watch.turn import Turn

MOST_LOOKS = 12
"""How many moments of a growing answer are searched for the sign that it grows."""
MOST_ANSWERS = 3
"""How many answers are searched for a control that a site has renamed, the newest."""
AT_EDGE = 0.2
"""The shares of an answer's text, at its beginning and its end, in which the sign is not looked for."""
MAIN = 0.6
"""The share of a text that the element must have which stands for it."""


@dataclass(slots=True)
class _Part:
    """The part of a recording from one message to the next. `steps` are the times of its steps."""

    text: str
    start: str
    known: set[int]
    steps: list[float] = field(default_factory=list[float])
    during: list[PageLook] = field(default_factory=list[PageLook])
    end: PageLook | None = None
    address: str = ""


def turns_of(lines: Iterable[PageLine]) -> list[Turn]:
    """Return the turns in which the page shows the message and an answer after it, in order."""
    kept = list(lines)
    return [turn for part in _parts(kept) if (turn := _turn(part))]


def looks_at_last_answers(lines: Iterable[PageLine]) -> list[PageLook]:
    """Return the page at moments of the last answers, and at its end; nothing if no message was sent."""
    parts = list(_parts(list(lines)))[-MOST_ANSWERS:]
    during = [look for part in parts for look in part.during]
    return [*during, *(part.end for part in parts[-1:] if part.end)]


def _parts(lines: list[PageLine]) -> Iterator[_Part]:
    waiting = sent_texts(lines)
    moments = _moments(lines, [at for at, _ in waiting])
    part: _Part | None = None
    tree: Tree | None = None
    for tree, line in main_steps(lines):
        if waiting and line.at >= waiting[0][0]:
            if part:
                part.end, part.address = PageLook(tree.root), tree.url
                yield part
            part = _Part(waiting.pop(0)[1], tree.url, set(tree.items))
        for op in line.ops:
            tree.apply(op)
        if part:
            part.steps.append(line.at)
            if line.n in moments:
                part.during.append(PageLook(tree.root))
    if part and tree:
        part.end, part.address = PageLook(tree.root), tree.url
        yield part


def _moments(lines: list[PageLine], sent: list[float]) -> set[int]:
    """Return the numbers of steps in the middle of each answer: a sign may be missing at its ends."""
    steps = list(_growing(lines))
    found: set[int] = set()
    for start, end in pairwise([*sent, float("inf")]):
        inside = [(line.n, grown) for line, grown in steps if start <= line.at < end]
        sums = accumulate(grown for _, grown in inside)
        whole = sum(grown for _, grown in inside)
        middle = [
            n for (n, _), sofar in zip(inside, sums, strict=True) if AT_EDGE <= sofar / whole <= 1 - AT_EDGE
        ]
        found |= set(middle[:: max(1, len(middle) // MOST_LOOKS)])
    return found


def _growing(lines: list[PageLine]) -> Iterator[tuple[Step, int]]:
    """Yield the steps that lengthen the text of the page outside of its message boxes, and by how much."""
    for tree, line in main_steps(lines):
        grown = 0
        for op in line.ops:
            if next(boxes_around(tree, op), None) is None:
                grown += growth(tree, op)
            tree.apply(op)
        if grown > 0:
            yield line, grown


def _turn(part: _Part) -> Turn | None:
    look = part.end
    if look is None:
        return None
    wanted = letters(part.text)
    boxes = [node for node in look.nodes if editable(node) and node.box]
    inside = {id(node) for box in boxes for node in (box, *box.descendants())}
    holding = [
        node
        for node in look.nodes
        if id(node) not in inside and node.text and wanted in letters(text_of(look.item(node)))
    ]
    if not holding:
        return None
    mine = holding[-1]
    answer = _answer(look, mine, part.known, boxes)
    if answer is None:
        return None
    during = [each.nodes for each in part.during]
    looks = len(part.during)
    box = boxes[-1] if boxes else None
    return Turn(look.nodes, mine, answer, box, None, True, during, part.start, part.address, looks)


def _answer(look: PageLook, mine: Node, known: set[int], boxes: list[Node]) -> Node | None:
    """Return the element with most of the text that came after the message, and after its element."""
    after = look.nodes[look.nodes.index(mine) + 1 :]
    own = {id(node) for node in mine.descendants()}
    writing = {id(node) for box in boxes for node in (box, *box.ancestors(), *box.descendants())}
    fresh = [
        node
        for node in after
        if id(node) not in own | writing and node.text and look.item(node).id not in known
    ]
    best = max(fresh, key=lambda node: node.text, default=None)
    while best:
        main = next((kid for kid in best.children if kid.text >= MAIN * best.text), None)
        if main is None or main.tag in ("p", "pre", "code", "span"):
            break
        best = main
    return best
