"""Find the best candidate for a selector that no longer finds anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from overlay.chat.sites.check.candidate_score import MissingField, candidate_score
from overlay.chat.sites.check.model import Candidate
from overlay.chat.sites.check.selector_names import selectors
from overlay.chat.sites.check.snapshot import Node
from overlay.chat.sites.check.words import ROLES

TRIED = 5
"""At most so many of the best elements are tried."""
LIKELY, SURE = 1.0, 3.0
"""How well a candidate must fit: for a field that is missing, and for one that may be absent."""
FEW = {"composer": 1, "send": 2, "streaming": 2, "file": 2}
"""For these fields, a selector that finds more elements than this is too wide."""


async def best_candidate(
    nodes: Sequence[Node],
    lost: MissingField,
    count: Callable[[str], Awaitable[int]],
    taken: frozenset[str] = frozenset(),
    least: float = LIKELY,
) -> Candidate | None:
    """Return the selector of the element that fits best, as short as possible and not too wide.

    `count` returns how many elements a selector finds in the page; `taken` are selectors of other fields.
    None if nothing on the page fits by at least `least`.
    """
    scored = [(candidate_score(node, lost), node) for node in nodes]
    best = sorted((pair for pair in scored if pair[0] >= least), key=lambda pair: -pair[0])[:TRIED]
    for _, node in best:
        for selector in selectors(node, lost.words, ROLES.get(lost.field, frozenset())):
            if selector in taken:
                break
            found = await count(selector)
            if 0 < found <= FEW.get(lost.field, 200):
                return Candidate(selector, found, node.brief)
    return None
