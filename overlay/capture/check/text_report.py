"""Formats verdicts as plain text lines for a terminal or a log, without control characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from overlay.capture.check.causes import ReportEntry, causes, causes_in, report_entries
from overlay.capture.check.model import KINDS, NO_RESULT, Difference, Verdict
from overlay.common.terminal_text import one_line, prose

MOST = 12
"""Maximum number of differences of a recording shown in full."""
WIDE = 110


def summary(verdict: Verdict) -> str:
    """Return the recording's name and outcome in one line."""
    name = one_line(verdict.name, 60)
    match verdict.outcome:
        case "same" if verdict.live and verdict.notes:
            more = f" and {number(len(verdict.notes) - 1, 'more change')}" if len(verdict.notes) > 1 else ""
            what = f"nothing is lost, but {one_line(verdict.notes[0], WIDE)}{more}"
        case "same":
            what = f"the same ({number(verdict.blocks, 'block')}, {number(verdict.steps, 'step')})"
        case "updated":
            found = count(verdict) if verdict.differences else "nothing changed"
            what = f"accepted, {NO_RESULT if NO_RESULT in verdict.notes else found}"
        case "error":
            what = f"could not be checked: {one_line(verdict.problem, WIDE)}"
        case _:
            what = count(verdict)
    return f"{name}  {what}  {verdict.seconds:.1f} s"


def count(verdict: Verdict) -> str:
    """Return the number of differences by kind; those that follow from others are not counted."""
    found = causes_in(verdict)
    return f"{number(len(found), 'difference')} ({_by_kind(found)})"


def totals(verdicts: Sequence[Verdict]) -> str:
    """Return the number of recordings by outcome, in one line."""
    kinds = Counter(verdict.outcome for verdict in verdicts)
    words = {"same": "the same", "updated": "accepted", "different": "different", "error": "not checked"}
    counts = ", ".join(f"{kinds[kind]} {word}" for kind, word in words.items() if kinds[kind])  # type: ignore[index]
    several = kinds["different"] > 1 and len(list(causes([one for one in verdicts if not one.ok])))
    causing = f", {number(several, 'distinct difference')}" if several else ""
    return f"{number(len(verdicts), 'recording')}: {counts or 'nothing to check'}{causing}"


def reports(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the lines of the reports; what several recordings have in common is said at the first of them."""
    for entry in report_entries(verdicts):
        yield from _report(entry, MOST)
        yield ""


def report(verdict: Verdict, most: int | None = MOST) -> list[str]:
    """Return the report of a recording line by line; at most `most` differences in full (None: all)."""
    return _report(ReportEntry(verdict, causes_in(verdict)), most)


def _report(entry: ReportEntry, most: int | None) -> list[str]:
    verdict = entry.verdict
    found = [f"{one_line(verdict.name, 200)}"]
    if verdict.outcome == "error":
        return [*found, *(f"  {line}" for line in prose(verdict.problem).splitlines())]
    if verdict.notes:
        found += ["  What changed since it was recorded, which may be the cause:"]
        found += [f"    {prose(note)}" for note in verdict.notes]
    for difference in entry.new[:most]:
        found += [f"  {line}" for line in describe(difference)]
    if most is not None and len(entry.new) > most:
        rest = entry.new[most:]
        found.append(f"  … and {number(len(rest), 'more difference')}: {_by_kind(rest)}")
    if entry.known:
        found.append(f"  and {number(entry.known, 'difference')} as in {one_line(entry.first, 200)}")
    if follows := [one for one in verdict.differences if one.follows]:
        found.append(f"  What follows from these: {_by_kind(follows)}")
    if entry.again:
        names = ", ".join(one_line(one.name, 60) for one in entry.again[:MOST])
        more = ", …" if len(entry.again) > MOST else ""
        found.append(f"  The same in {number(len(entry.again), 'more recording')}: {names}{more}")
    return found


def _by_kind(differences: Sequence[Difference]) -> str:
    kinds = Counter(KINDS[one.kind] for one in differences)
    return ", ".join(f"{count} in {kind}" for kind, count in kinds.items())


def describe(difference: Difference) -> Iterator[str]:
    """Yield the lines of one difference: what it is, the expected and the new value."""
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
    if difference.mend:
        yield f"    mend: {one_line(difference.mend, 2 * WIDE)}"
    if difference.pictures and difference.pictures.difference:
        yield f"    pictures: {difference.pictures.difference}"
    if difference.also:
        more = ", ".join(difference.also[:3]) + (", …" if len(difference.also) > 3 else "")
        yield f"    the same at {number(len(difference.also), 'more place')}: {more}"


def number(count: int, word: str, words: str = "") -> str:
    """Return a count with its noun, such as `3 blocks`."""
    return f"{count} {word if count == 1 else words or f'{word}s'}"
