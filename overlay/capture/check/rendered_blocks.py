"""Compares rendered blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from overlay.capture.check import tree_diff
from overlay.capture.check.block_history import BlockHistory, difference
from overlay.capture.check.model import Difference, Kind, place
from overlay.capture.model import Drawn

HOST = "#host "


def by_block(drawn: Iterable[Drawn]) -> dict[int, list[Drawn]]:
    """Return the snapshots of each block, in order."""
    found: dict[int, list[Drawn]] = {}
    for one in drawn:
        found.setdefault(one.block, []).append(one)
    return found


def beside(expected: Sequence[Drawn], got: Sequence[Drawn]) -> Iterator[tuple[Drawn | None, Drawn | None]]:
    """Yield the snapshots of one block in pairs of the same state; None if one side has no such snapshot."""
    if [one.status for one in expected] == [other.status for other in got]:
        yield from zip(expected, got, strict=True)
        return
    for status in dict.fromkeys(one.status for one in [*expected, *got]):
        yield from zip_longest(
            [one for one in expected if one.status == status],
            [other for other in got if other.status == status],
        )


def compare(
    pairs: Iterable[tuple[BlockHistory, BlockHistory]],
    expected: Iterable[Drawn],
    got: Iterable[Drawn],
    excused: Callable[[int], bool],
    compared: Callable[[str], str] = str,
) -> list[Difference]:
    """Return the differences in the DOM and the accessibility tree of the blocks.

    `compared` returns the part of a block's tree that is compared.
    `excused` returns whether a block (by its expected number) has other differences that explain these.
    """
    before, after = by_block(expected), by_block(got)
    found: list[Difference] = []
    for mine, theirs in pairs:
        follows = excused(mine.block)
        for one, other in beside(before.get(mine.block, []), after.get(theirs.block, [])):
            for number, each in enumerate(_differences(mine, one, other, compared)):
                # Another tree for screen readers follows from another DOM of the same state.
                caused = each.kind == "aria" and number > 0
                found.append(each.model_copy(update={"follows": follows or caused}))
    return found


def _differences(
    history: BlockHistory, one: Drawn | None, other: Drawn | None, compared: Callable[[str], str]
) -> Iterator[Difference]:
    if one is None or other is None:
        drawn = one or other
        assert drawn is not None
        how = "was not drawn" if other is None else "was drawn again"
        yield _of(history, "dom", f"{history.title} {how} as {drawn.status}", drawn.status)
        return
    host, was = _parts(one.dom)
    hides, now = _parts(other.dom)
    if was != now:
        was, now = compared(was), compared(now)
    if host != hides:
        yield _of(
            history,
            "dom",
            f"{history.title}, {one.status}: {_HIDING.get(hides, hides)}",
            one.status,
            (host, hides),
        )
    if was != now:
        yield _of(
            history,
            "dom",
            f"block of {history.title}, {one.status}: {tree_diff.describe(was, now)}",
            one.status,
            (was, now),
        )
    ignored = one.dom != other.dom and (host, was) == (hides, now)
    was, now = one.aria, other.aria
    # The tree for screen readers names no elements: if only ignored parts differ, they may differ in it too.
    if was != now and not ignored:
        what = f"accessibility of {history.title}, {one.status}: {tree_diff.describe(was, now)}"
        yield _of(history, "aria", what, one.status, (was, now))


_HIDING = {
    "hides nothing": "the block hides nothing: the raw text shows beside it",
    "not in the page": "the block is not in the page",
}


def _parts(dom: str) -> tuple[str, str]:
    """Return what the block hides in the page (the first line of the dump), and the block's tree."""
    first, _, rest = dom.partition("\n")
    return (first.removeprefix(HOST), rest) if first.startswith(HOST) else ("", dom)


def places(differences: Iterable[Difference]) -> set[str]:
    """Return the blocks with their states that another DOM or tree for screen readers was found at."""
    return {place(one.block, one.status) for one in differences if one.kind in ("dom", "aria")}


def _of(
    history: BlockHistory, kind: Kind, what: str, status: str, both: tuple[str, str] | None = None
) -> Difference:
    step = dict(history.path()).get(status)
    return difference(
        history, kind, what, step=step, status=status, diff=tree_diff.diff(*both) if both else ()
    )
