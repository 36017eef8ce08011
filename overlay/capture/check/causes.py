"""Finds differences of one cause: in other blocks and other recordings the same lines changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from overlay.capture.check.model import Difference, Verdict

Cause = tuple[str, ...]
OWN = ("call", "order")
"""Kinds of differences that each block has for itself: a second missing call is another call."""
_NAMED = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for the tool's name and the call's id, which differ between places of one change."""


def cause_of(difference: Difference) -> Cause:
    """Return what differences of one cause have in common: the kind, and the lines or values that changed."""
    changed = [(mark + text.strip()) for mark, text in difference.diff if mark in "-+"]
    texts = changed or [difference.what, difference.expected, difference.got]
    for name in (difference.name, difference.call_id):
        if name:
            whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            texts = [whole.sub(_NAMED, text) for text in texts]
    return (difference.kind, *texts)


def merged(differences: Iterable[Difference]) -> list[Difference]:
    """Return the differences with each cause once; the other places of a cause are in `also` of the first."""
    found: dict[Cause, Difference] = {}
    for one in differences:
        own = (str(one.block),) if one.kind in OWN else ()
        cause = (str(one.follows), *own, *cause_of(one))
        first = found.get(cause)
        found[cause] = (
            first.model_copy(update={"also": [*first.also, one.place or f"step {one.step}"]})
            if first
            else one
        )
    return list(found.values())


def causes_in(verdict: Verdict) -> list[Difference]:
    """Return the differences that follow from no other one."""
    return [one for one in verdict.differences if not one.follows]


@dataclass(slots=True)
class ReportEntry:
    """What a report says of a verdict: `new` are its differences that no earlier verdict has.

    `known` is the number of the others, and `first` names the verdict that has the first of them. `again`
    are later verdicts without any new difference, whose first one this verdict has.
    """

    verdict: Verdict
    new: list[Difference]
    known: int = 0
    first: str = ""
    again: list[Verdict] = field(default_factory=list[Verdict])


def report_entries(verdicts: Sequence[Verdict]) -> list[ReportEntry]:
    """Return the verdicts so that a report says each cause once.

    A verdict without a new cause is in `again` of the one that first had its first cause.
    """
    found: list[ReportEntry] = []
    known: dict[Cause, ReportEntry] = {}
    for verdict in verdicts:
        differences = causes_in(verdict)
        old = [known[cause] for one in differences if (cause := cause_of(one)) in known]
        if old and len(old) == len(differences):
            old[0].again.append(verdict)
            continue
        new = [one for one in differences if cause_of(one) not in known]
        entry = ReportEntry(verdict, new, len(old), old[0].verdict.name if old else "")
        for one in new:
            known[cause_of(one)] = entry
        found.append(entry)
    return found


def causes(verdicts: Sequence[Verdict]) -> Iterator[Cause]:
    """Yield each cause once."""
    yield from dict.fromkeys(cause_of(one) for verdict in verdicts for one in causes_in(verdict))
