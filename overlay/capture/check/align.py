"""Matches the blocks of two replays, so that a missing block does not shift all following ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TypeVar

from overlay.capture.check.block_history import BlockHistory

T = TypeVar("T")
LIKE = 3
"""Minimum likeness of two blocks to be matched."""
SQUARE = 250_000
"""Maximum number of pairs to compare; above it, only blocks at the same index are compared."""


@dataclass(slots=True)
class Aligned:
    """`pairs` are the matched blocks (expected, got) in order; `moved` those of them whose position
    changed.
    """

    pairs: list[tuple[BlockHistory, BlockHistory]] = field(
        default_factory=list[tuple[BlockHistory, BlockHistory]]
    )
    missing: list[BlockHistory] = field(default_factory=list[BlockHistory])
    extra: list[BlockHistory] = field(default_factory=list[BlockHistory])
    moved: list[tuple[BlockHistory, BlockHistory]] = field(
        default_factory=list[tuple[BlockHistory, BlockHistory]]
    )


def align(expected: Sequence[BlockHistory], got: Sequence[BlockHistory]) -> Aligned:
    """Pair the blocks of two replays: equal ones first, then the most similar ones between them."""
    result = Aligned()
    ones, others = [_identity(history) for history in expected], [_identity(history) for history in got]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, ones, others, autojunk=False).get_opcodes():
        if tag == "equal":
            result.pairs += zip(expected[i1:i2], got[j1:j2], strict=True)
        else:
            _between(expected[i1:i2], got[j1:j2], result)
    _prefer_same_states(result)
    _find_moved(result)
    result.pairs.sort(key=lambda pair: pair[0].block)
    return result


def likeness(one: BlockHistory, other: BlockHistory) -> int:
    """Return the similarity of two blocks: 0 for different kinds, at least LIKE if they can be matched."""
    if one.kind != other.kind:
        return 0
    points = 2 * (one.call_id == other.call_id != "") + 2 * (one.name == other.name)
    mine, theirs = one.arguments, other.arguments
    if mine == theirs:
        points += 2
    else:
        points += bool(set(mine) & set(theirs)) + any(theirs.get(key) == mine[key] for key in mine)
    # Blocks detected at the same step are probably the same text, parsed differently.
    return points + (one.first == other.first)


def _identity(history: BlockHistory) -> str:
    return json.dumps(
        [history.kind, history.name, history.call_id, history.arguments], sort_keys=True, default=str
    )


def _between(expected: Sequence[BlockHistory], got: Sequence[BlockHistory], result: Aligned) -> None:
    """Pair the blocks between two equal ones in order, so that their total likeness is greatest."""
    for one, other in best(expected, got, likeness):
        if one is not None and other is not None:
            result.pairs.append((one, other))
        elif one is not None:
            result.missing.append(one)
        elif other is not None:
            result.extra.append(other)


def best(
    ones: Sequence[T], others: Sequence[T], like: Callable[[T, T], int]
) -> list[tuple[T | None, T | None]]:
    """Return the optimal alignment of two sequences in order; None is a gap, each pair has at least LIKE."""
    rows, columns = len(ones), len(others)
    if rows * columns > SQUARE:
        return _neighbours(ones, others, like)
    points = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            skip = max(points[i + 1][j], points[i][j + 1])
            alike = like(ones[i], others[j])
            points[i][j] = max(skip, alike + points[i + 1][j + 1]) if alike >= LIKE else skip
    found: list[tuple[T | None, T | None]] = []
    i = j = 0
    while i < rows and j < columns:
        alike = like(ones[i], others[j])
        if alike >= LIKE and points[i][j] == alike + points[i + 1][j + 1]:
            found.append((ones[i], others[j]))
            i, j = i + 1, j + 1
        elif points[i][j] == points[i + 1][j]:
            found.append((ones[i], None))
            i += 1
        else:
            found.append((None, others[j]))
            j += 1
    found += [(one, None) for one in ones[i:]]
    found += [(None, other) for other in others[j:]]
    return found


def _neighbours(
    ones: Sequence[T], others: Sequence[T], like: Callable[[T, T], int]
) -> list[tuple[T | None, T | None]]:
    found: list[tuple[T | None, T | None]] = []
    for place in range(max(len(ones), len(others))):
        one = ones[place] if place < len(ones) else None
        other = others[place] if place < len(others) else None
        if one is not None and other is not None and like(one, other) < LIKE:
            found += [(one, None), (None, other)]
        else:
            found.append((one, other))
    return found


def _prefer_same_states(result: Aligned) -> None:
    """Of equal blocks that one replay has more often, pair those that went through the same states."""
    extra, missing = _by_identity(result.extra), _by_identity(result.missing)
    for at, (one, other) in enumerate(result.pairs):
        if _states(one) == _states(other):
            continue
        for spares, rest, wanted, given in (
            (extra, result.extra, one, other),
            (missing, result.missing, other, one),
        ):
            equal = spares.get(_identity(given), [])
            spare = next((each for each in equal if _states(each) == _states(wanted)), None)
            if spare is not None:
                equal[equal.index(spare)] = rest[rest.index(spare)] = given
                result.pairs[at] = (one, spare) if rest is result.extra else (spare, other)
                break


def _by_identity(histories: Sequence[BlockHistory]) -> dict[str, list[BlockHistory]]:
    found: dict[str, list[BlockHistory]] = {}
    for history in histories:
        found.setdefault(_identity(history), []).append(history)
    return found


def _states(history: BlockHistory) -> list[str]:
    return [state for state, _ in history.path()]


def _find_moved(result: Aligned) -> None:
    by_identity = _by_identity(result.extra)
    for history in list(result.missing):
        if twins := by_identity.get(_identity(history)):
            twin = twins.pop(0)
            result.missing.remove(history)
            result.extra.remove(twin)
            result.pairs.append((history, twin))
            result.moved.append((history, twin))
