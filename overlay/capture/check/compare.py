"""Compares the accepted replay with a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from overlay.capture.check import argument_diff, calls, rendered_blocks, text_diff, tree_diff
from overlay.capture.check.align import Aligned, align
from overlay.capture.check.block_history import block_histories, loose
from overlay.capture.check.model import Difference
from overlay.capture.model import Drawn, LogLine

TELLING = frozenset(("call", "argument", "reading", "state", "result", "order"))


def compare(
    expected: tuple[Sequence[LogLine], Sequence[Drawn], str],
    got: tuple[Sequence[LogLine], Sequence[Drawn], str],
    compared: Callable[[str], str] = str,
) -> tuple[list[Difference], Aligned]:
    """Return the differences and the matched blocks.

    The first two arguments are (log, rendered blocks, final DOM). The list is empty only if everything is
    equal. `compared` returns the part of a tree that is compared.
    """
    aligned = align(block_histories(expected[0]), block_histories(got[0]))
    found = _calls(aligned)
    if list(expected[0]) != list(got[0]):
        found += _loose(expected[0], got[0])
        found = found or _sequence(expected[0], got[0])
    text = {difference.block for difference in found if difference.kind in TELLING}
    found += rendered_blocks.compare(aligned.pairs, expected[1], got[1], text.__contains__, compared)
    was, now = expected[2], got[2]
    if was != now and (was := compared(was)) != (now := compared(now)):
        found.append(
            Difference(
                kind="page",
                what=f"the page at the end: {tree_diff.describe(was, now)}",
                diff=tree_diff.diff(was, now),
            )
        )
    if not found and _bare(expected[1]) != _bare(got[1]):
        found.append(Difference(kind="dom", what="the blocks were drawn in another order"))
    return found, aligned


def _bare(drawings: Sequence[Drawn]) -> list[tuple[int, str]]:
    return [(one.block, one.status) for one in drawings]


def _calls(aligned: Aligned) -> list[Difference]:
    found: list[tuple[int, Difference]] = []
    found += [(history.first, calls.missing(history)) for history in aligned.missing]
    found += [(history.first, calls.new(history)) for history in aligned.extra]
    found += [(one.first, calls.moved(one, other)) for one, other in aligned.moved]
    for one, other in aligned.pairs:
        found += [(one.first, difference) for difference in calls.compare(one, other)]
    return [difference for _, difference in sorted(found, key=lambda pair: pair[0])]


def _loose(expected: Sequence[LogLine], got: Sequence[LogLine]) -> list[Difference]:
    """Compare the log lines that belong to no block, such as limits and problems."""
    mine, theirs = loose(expected), loose(got)
    ones = [(line.kind, line.text) for line in mine]
    others = [(line.kind, line.text) for line in theirs]
    found: list[Difference] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, ones, others, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for line in mine[i1:i2]:
            text = text_diff.middle(line.text)
            found.append(
                Difference(kind="event", what=f"{line.kind} did not come", step=line.n, expected=text)
            )
        for line in theirs[j1:j2]:
            text = text_diff.middle(line.text)
            found.append(Difference(kind="event", what=f"{line.kind} came", step=line.n, got=text))
    return found


def _sequence(expected: Sequence[LogLine], got: Sequence[LogLine]) -> list[Difference]:
    """Return the difference for logs in which only the order of events of different blocks changed."""
    ones = [argument_diff.written(line.model_dump()) for line in expected]
    others = [argument_diff.written(line.model_dump()) for line in got]
    start = len(text_diff.common_start(ones, others))
    line = got[start] if start < len(got) else expected[-1]
    was, now = text_diff.around("".join(ones[start : start + 1]), "".join(others[start : start + 1]))
    what = f"the events come in another order from step {line.n} on"
    return [Difference(kind="order", what=what, block=line.block, step=line.n, expected=was, got=now)]
