"""Finds the best candidate for a selector that no longer finds anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from overlay.sites.check.candidate_score import MissingField, candidate_score
from overlay.sites.check.model import Candidate
from overlay.sites.check.selector_names import selectors
from overlay.sites.check.snapshot import Node
from overlay.sites.check.words import ROLES

MAX_TRIED = 5
"""How many of the best elements are tried."""
LIKELY, SURE = 1.0, 3.0
"""The least score of a candidate: for a field that must be there, and for one that may be absent."""
FEW = {"composer": 1, "send": 2, "streaming": 2, "file": 2}
"""The most elements that a selector of these fields may find."""


async def best_candidate(
    nodes: Sequence[Node],
    missing: MissingField,
    count: Callable[[str], Awaitable[int]],
    fits: Callable[[str], Awaitable[bool]],
    taken: frozenset[str] = frozenset(),
    least: float = LIKELY,
) -> Candidate | None:
    """Return the selector of the element that fits best; None if no element has a score of `least`.

    `count` returns how many elements a selector finds in the page, `fits` whether these can be the field;
    `taken` are selectors of other fields.
    """
    scored = [(candidate_score(node, missing), node) for node in nodes]
    best = sorted((pair for pair in scored if pair[0] >= least), key=lambda pair: -pair[0])[:MAX_TRIED]
    for _, node in best:
        for selector in selectors(node, missing.words, ROLES.get(missing.field, frozenset())):
            if selector in taken:
                break
            found = await count(selector)
            if 0 < found <= FEW.get(missing.field, 200) and await fits(selector):
                return Candidate(selector, found, node.brief)
    return None
