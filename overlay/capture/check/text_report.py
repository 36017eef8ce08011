"""A verdict in words for a terminal or a log: plain lines, with nothing in them that acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from overlay.capture.check.model import KINDS, Difference, Verdict
from overlay.common.terminal_text import one_line, prose

MOST = 12
"""Differences of a recording that are told in full."""
WIDE = 110


def summary(verdict: Verdict) -> str:
    """The recording and how it fared, in one line."""
    name = one_line(verdict.name, 60)
    match verdict.outcome:
        case "same":
            what = f"the same ({number(verdict.blocks, 'block')}, {number(verdict.steps, 'step')})"
        case "updated":
            what = "accepted" + (f", {count(verdict)}" if verdict.differences else ", nothing changed")
        case "error":
            what = f"could not be checked: {one_line(verdict.problem, WIDE)}"
        case _:
            what = count(verdict)
    return f"{name}  {what}  {verdict.seconds:.1f} s"


def count(verdict: Verdict) -> str:
    """How many differences there are and of which kinds; what follows of others is not counted."""
    telling = [one for one in verdict.differences if not one.follows]
    kinds = Counter(KINDS[one.kind] for one in telling)
    return (
        number(len(telling), "difference")
        + " ("
        + ", ".join(f"{n} in {kind}" for kind, n in kinds.items())
        + ")"
    )


def totals(verdicts: Sequence[Verdict]) -> str:
    """How all of them fared, in one line."""
    kinds = Counter(verdict.outcome for verdict in verdicts)
    words = {"same": "the same", "updated": "accepted", "different": "different", "error": "not checked"}
    told = ", ".join(f"{kinds[kind]} {word}" for kind, word in words.items() if kinds[kind])  # type: ignore[index]
    return f"{number(len(verdicts), 'recording')}: {told or 'nothing to check'}"


def report(verdict: Verdict, most: int | None = MOST) -> list[str]:
    """All that a person should read of a recording that failed, line by line; `most` differences in full."""
    found = [f"{one_line(verdict.name, 200)}"]
    if verdict.outcome == "error":
        return [*found, *(f"  {line}" for line in prose(verdict.problem).splitlines())]
    telling = [one for one in verdict.differences if not one.follows]
    for difference in telling[:most]:
        found += [f"  {line}" for line in describe(difference)]
    if most is not None and len(telling) > most:
        kinds = Counter(KINDS[one.kind] for one in telling[most:])
        rest = ", ".join(f"{n} in {kind}" for kind, n in kinds.items())
        found.append(f"  … and {number(len(telling) - most, 'more difference', 'more differences')}: {rest}")
    follows = Counter(KINDS[one.kind] for one in verdict.differences if one.follows)
    if follows:
        found.append("  What follows of these: " + ", ".join(f"{n} in {kind}" for kind, n in follows.items()))
    return found + [f"  {prose(note)}" for note in verdict.notes]


def describe(difference: Difference) -> Iterator[str]:
    """One difference: its line, and what was there and what is."""
    step = f" [step {difference.step}]" if difference.step is not None else ""
    yield f"✗ {one_line(difference.what, 2 * WIDE)}{step}"
    if difference.diff:
        for mark, text in difference.diff:
            yield f"    {mark} {prose(text)}".rstrip()
    else:
        if difference.expected:
            yield f"    - {prose(difference.expected)}"
        if difference.got:
            yield f"    + {prose(difference.got)}"
    if difference.pictures and difference.pictures.difference:
        yield f"    pictures: {difference.pictures.difference}"
    if difference.also:
        more = ", ".join(difference.also[:3]) + (", …" if len(difference.also) > 3 else "")
        yield f"    the same at {number(len(difference.also), 'more place')}: {more}"


def number(count: int, word: str, words: str = "") -> str:
    """`3 blocks`: the count with its noun."""
    return f"{count} {word if count == 1 else words or f'{word}s'}"
