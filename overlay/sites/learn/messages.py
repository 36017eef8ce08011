"""Finds selectors of the user's messages and of the answers; the user pointed at one of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from overlay.sites.check.candidate_score import editable
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES
from overlay.sites.learn.patterns import Pattern, in_context, in_list, simple

MAX_CHOICES = 12
"""How many selectors of a role are tried on the second exchange."""
MIN_TRIED = 60
"""How many selectors are tried on a page of any size."""
MAX_WORK = 1_000_000
"""How many nodes are looked at for one role: a page with many elements must not keep overlay busy."""
LEAST_PART = 0.5
"""The part of a message's text that an element must contain; one with the author's name has less."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A selector of one role, and how many messages it found after the first exchange."""

    pattern: Pattern
    found: int


def choices(
    nodes: Sequence[Node], mine: Node, other: Node, role: str, box: Node | None = None
) -> list[Choice]:
    """Return selectors that find the message around `mine`, but not that around `other`; best first.

    `role` is "user" or "assistant". No selector finds the message box or what is in it; without `box` every
    element that can be edited may be that box.
    """
    words = ROLES[role]
    chain, theirs = _own_chain(mine, other), _own_chain(other, mine)
    boxes = [box] if box else [node for node in nodes if editable(node)]
    writing = {id(each) for box in boxes for each in (box, *box.descendants(), *box.ancestors())}
    found = _kept(_of_chain(chain, words), nodes, chain, theirs, writing)
    if not any(choice.pattern.score >= 2 for choice in found):
        found += _kept(_in_context(chain, theirs, words), nodes, chain, theirs, writing)
    ranked = sorted(found, key=lambda choice: -choice.pattern.score)
    return list({choice.pattern.css: choice for choice in ranked}.values())[:MAX_CHOICES]


def pair_that_holds(
    user: Sequence[Choice], assistant: Sequence[Choice], nodes: Sequence[Node]
) -> tuple[Choice, Choice] | None:
    """Return the best pair of selectors that still works after one more message and its answer.

    Each must find exactly one message more, and the last messages must alternate between the sides.
    """
    pairs = [(one, two) for one in user for two in assistant]
    pairs.sort(key=lambda pair: -(pair[0].pattern.score + pair[1].pattern.score))
    order = {id(node): place for place, node in enumerate(nodes)}
    for one, two in pairs:
        asked, answered = one.pattern.outermost(nodes), two.pattern.outermost(nodes)
        if (len(asked), len(answered)) != (one.found + 1, two.found + 1):
            continue
        ends = [order[id(node)] for node in (asked[-2], answered[-2], asked[-1], answered[-1])]
        if ends == sorted(ends):
            return one, two
    return None


def _own_chain(mine: Node, other: Node) -> list[Node]:
    """Return `mine` and the elements around it that do not contain `other`, the outermost first."""
    theirs = {id(other), *(id(above) for above in other.ancestors())}
    chain = [node for node in (mine, *mine.ancestors()) if id(node) not in theirs]
    return chain[::-1]


def _of_chain(chain: Iterable[Node], words: frozenset[str]) -> Iterator[Pattern]:
    for node in chain:
        yield from simple(node, words)


def _in_context(chain: Sequence[Node], theirs: Sequence[Node], words: frozenset[str]) -> Iterator[Pattern]:
    yield from in_list(chain[0], theirs[0], words)
    for node in chain[:3]:
        yield from in_context(node, words, theirs[:1])


def _kept(
    patterns: Iterable[Pattern],
    nodes: Sequence[Node],
    chain: Sequence[Node],
    theirs: Sequence[Node],
    writing: set[int],
) -> list[Choice]:
    """Return the patterns that match an element of the chain and none of the other message's elements.

    `writing` are the ids of the elements in and around the message box.
    """
    kept, seen = list[Choice](), set[str]()
    left = max(MIN_TRIED, MAX_WORK // len(nodes))
    for pattern in patterns:
        if left <= 0:
            break
        if pattern.css in seen:
            continue
        seen.add(pattern.css)
        if not any(pattern.test(node) and node.text >= LEAST_PART * chain[0].text for node in chain):
            continue
        if any(pattern.test(node) for top in theirs[:1] for node in (top, *top.descendants())):
            continue
        left -= 1
        if any(id(node) in writing for node in pattern.matched(nodes)):
            continue  # the user's draft must not count as a message
        found = pattern.outermost(nodes)
        around = set(map(id, theirs[:1] and [*theirs[0].ancestors()]))
        if found and not any(id(node) in around for node in found):
            kept.append(Choice(pattern, len(found)))
    return kept
