"""Lays out the events of a recording as lanes: a lane for each block, with a bar for each state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import get_args

from observers.block_view import Status
from overlay.capture.check.block_history import STATES
from overlay.capture.check.model import Moment, Verdict
from overlay.common.language import Phrase, mark, translate

OVER = frozenset(("done", "failed", "denied", "cancelled", "unknown", "result"))
TRANSLATED = (
    mark("detected"), mark("named"), mark("streaming"), mark("incomplete"), mark("invalid"), mark("ready"),
    mark("scheduled"), mark("running"), mark("done"), mark("failed"), mark("denied"), mark("cancelled"),
    mark("unknown"), mark("result"), mark("inserted"), mark("submitted"), mark("withdrawn"), mark("asked"),
    mark("limit"), mark("trouble"),
)  # fmt: skip
"""States and events of a block, which the report shows in the user's language."""
MOST = 60
"""Maximum number of lanes of a recording; blocks that differ are kept first."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A state. `x` and `width` are percent of the recording's steps; `over` marks a final state."""

    state: str
    x: float
    width: float
    tip: str
    over: bool


@dataclass(frozen=True, slots=True)
class Dot:
    """An event of the block that does not change its state, at `x` percent."""

    x: float
    tip: str


@dataclass(slots=True)
class Row:
    """The bars and dots of a block, in the expected or in the new result."""

    bars: list[Bar] = field(default_factory=list[Bar])
    dots: list[Dot] = field(default_factory=list[Dot])


@dataclass(slots=True)
class Lane:
    """A block: `got` is the new row, `expected` the expected one if it differs."""

    label: str
    got: Row
    expected: Row | None = None


@dataclass(slots=True)
class Timeline:
    """The layout: `lanes`, the number `left` out, `ticks` as (percent, step), and the `states` shown."""

    lanes: list[Lane]
    left: int
    ticks: list[tuple[float, int]]
    states: list[str]


def timeline(verdict: Verdict) -> Timeline:
    """Lay out a verdict's events. Blocks are matched by tool name and index among blocks of that name."""
    end = max([verdict.steps, *(one.n for one in (*verdict.expected, *verdict.got))], default=0) or 1
    before, after = _by_block(verdict.expected), _by_block(verdict.got)
    lanes: list[tuple[bool, int, Lane]] = []
    for key in dict.fromkeys([*after, *before]):
        was, now = before.get(key, []), after.get(key, [])
        different = [(one.n, one.kind) for one in was] != [(one.n, one.kind) for one in now]
        expected = _row(was, end) if different else None
        first = (now or was)[0].n
        lanes.append((not different, first, Lane(key[0] or "?", _row(now, end), expected)))
    if len(lanes) > MOST:
        lanes.sort(key=lambda lane: lane[0])
    shown = sorted(lanes[:MOST], key=lambda lane: lane[1])
    rows = [row for _, _, lane in shown for row in (lane.got, lane.expected) if row]
    states = {bar.state for row in rows for bar in row.bars}
    return Timeline(
        [lane for _, _, lane in shown],
        max(len(lanes) - MOST, 0),
        _ticks(end),
        [state for state in get_args(Status) if state in states],
    )


def _by_block(moments: Iterable[Moment]) -> dict[tuple[str, int], list[Moment]]:
    blocks: dict[int, list[Moment]] = {}
    for one in moments:
        if one.block is not None:
            blocks.setdefault(one.block, []).append(one)
    found: dict[tuple[str, int], list[Moment]] = {}
    for block in blocks.values():
        name = next((one.name for one in reversed(block) if one.name), "")
        nth = sum(1 for key in found if key[0] == name)
        found[name, nth] = block
    return found


def _row(moments: Sequence[Moment], end: int) -> Row:
    row = Row()
    states = [one for one in moments if one.kind in STATES]
    for place, one in enumerate(states):
        until = states[place + 1].n if place + 1 < len(states) else end
        width = max(100 * (until - one.n) / end, 0.4)
        tip = _tip(one)
        row.bars.append(Bar(one.kind, 100 * one.n / end, width, tip, one.kind in OVER))
    for one in moments:
        if one.kind not in STATES:
            row.dots.append(Dot(100 * one.n / end, _tip(one)))
    return row


def _tip(moment: Moment) -> str:
    return translate(Phrase(mark("{} at step {}"), moment.kind, moment.n))


def _ticks(end: int) -> list[tuple[float, int]]:
    step = max(1, round(end / 5))
    return [(100 * at / end, at) for at in range(0, end + 1, step)]
