"""Adds to each field that finds nothing the nearest candidate, after it was tried on the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence, Set
from dataclasses import replace

from overlay.sites.check.best_candidate import LIKELY, SURE, best_candidate
from overlay.sites.check.candidate_score import MissingField
from overlay.sites.check.model import Candidate, Count, Finding
from overlay.sites.check.role_trial import SIDES, RoleTrial
from overlay.sites.check.snapshot import Node
from overlay.sites.check.two_sides import speaks, two_sides
from overlay.sites.check.verdict import AS_EXPECTED
from overlay.sites.profile import SiteProfile

BOTH = (
    "This page shows a chat that the profile does not read. The nearest selectors for `user` and `assistant`"
    " are named above."
)
ALIKE = (
    "This page shows a chat that the profile does not read. No selector tells the messages of the {side} from"
    " the other messages."
)


class Nearest:
    """Finds candidates. `used` are the selectors in use by field, `box` is the message box, if any."""

    def __init__(
        self,
        profile: SiteProfile,
        nodes: Sequence[Node],
        box: Node | None,
        used: dict[str, str],
        tried: RoleTrial,
        count: Callable[[str], Awaitable[Count]],
    ) -> None:
        self._profile = profile
        self._nodes = nodes
        self._box = box
        self._used = dict(used)
        self._tried = tried
        self._count = count

    async def add_to(self, findings: Sequence[Finding], *, turns: bool) -> tuple[list[Finding], list[str]]:
        """Return the findings with their candidates, and hints; `turns`: the page must have messages."""
        sides = {} if any(side in self._used for side in SIDES) else await self._sides()
        self._used |= {side: one.selector for side, one in sides.items()}
        found_here = {each.field for each in findings if each.count}
        near = {each.field: sides.get(each.field) or await self._near(each, found_here) for each in findings}
        gives = await self._tried.gives(self._used.get("user", ""), self._used.get("assistant", ""))
        for side in SIDES:
            if one := near[side]:
                near[side] = replace(one, gives=gives) if self._known(sides) else None
        found = [replace(each, candidate=near[each.field]) for each in findings]
        if turns or not sides:
            return found, []
        other = next((side for side in SIDES if side not in sides), "")
        return found, [ALIKE.format(side=other) if other else BOTH]

    def _known(self, sides: dict[str, Candidate]) -> bool:
        """Return whether the messages of both sides are known, so that a candidate for one was compared."""
        return all(side in self._used for side in SIDES) or (self._profile.guessed and bool(sides))

    async def _sides(self) -> dict[str, Candidate]:
        """Return candidates for both sides, or for one, from messages that alternate."""
        found = two_sides(self._nodes, self._box)
        chosen = {side: one.selector for side, one in found.items()}
        used = {**self._used, **chosen}
        tried = [await self._tried.fits(side, selector, used) for side, selector in chosen.items()]
        if not all(tried) or (len(found) == len(SIDES) and not self._tried.covers(chosen.values())):
            return {}
        # The order alone is too little for a profile whose calls may run automatically.
        named = any(speaks(selector, side) for side, selector in chosen.items())
        return found if named or self._profile.guessed else {}

    async def _near(self, finding: Finding, found: Set[str]) -> Candidate | None:
        """Return the candidate for a field; `found` are the fields of which the profile finds something.

        Without the other side's messages nothing but its name tells whose messages a selector finds.
        """
        field = finding.field
        if finding.status not in ("missing", "not seen") or finding.words == AS_EXPECTED:
            return None

        async def number(selector: str) -> int:
            return (await self._count(selector)).count

        async def fits(selector: str) -> bool:
            if field in SIDES and SIDES[field] not in found and not speaks(selector, field):
                return False
            return await self._tried.fits(field, selector, self._used)

        missing = MissingField.of(field, self._profile.selectors(field), self._box)
        least = LIKELY if finding.status == "missing" else SURE
        taken = frozenset(self._used.values())
        near = await best_candidate(self._nodes, missing, number, fits, taken, least)
        if near and field in SIDES:
            self._used[field] = near.selector
        return near
