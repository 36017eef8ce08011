"""What the ledger forgets without being asked: what is old, and what there is too much of.

The clock of a machine may jump (an empty battery, a wrong time zone, a backup), and a row that goes too early
lets its call run a second time. So age is counted in time that the ledger has seen pass: between two starts,
no more than `LONGEST_GAP` counts. And a row is no older than any that was written before it, so a clock that
was set back makes no new row old.
"""

from __future__ import annotations

from collections.abc import Iterable

from overlay.calls.ledger.history import WHEN
from overlay.calls.ledger.ledger import Ledger

DAY = 86_400.0
LONGEST_GAP = 30 * DAY
"""Seconds between two starts that count as passed: with a longer one, the clock or the person was away."""
SPARED = 30 * DAY
"""Seconds in which a call that was not started is kept, whatever was set."""
NEVER = ("running", "unknown")
"""Calls of which nobody knows whether they ran: their rows are all that keeps them from running again."""
OPEN = ("detected", "asked", "allowed")
_AGED = f"SELECT id, rowid AS at, status, max({WHEN}) OVER (ORDER BY rowid) AS latest FROM calls"  # noqa: S608 - ours


def prune(ledger: Ledger, *, days: int | None, rows: int | None) -> int:
    """Delete the calls older than `days` and all but the newest `rows` (None: no such limit); how many.

    No running or unknown one, and none that was not started in the last 30 days. Raises LedgerError.
    """
    limits: list[str] = []
    now = ledger.clock()
    starts = [float(row["begun"]) for row in ledger.of("SELECT begun FROM runs")]
    values: list[object] = [*NEVER, *OPEN, moment_before(SPARED, now, starts)]
    if days is not None:
        limits.append("latest < ?")
        values.append(moment_before(days * DAY, now, starts))
    if rows is not None:
        limits.append("at NOT IN (SELECT rowid FROM calls ORDER BY rowid DESC LIMIT ?)")
        values.append(rows)
    if not limits:
        return 0
    never, unstarted = (", ".join("?" * len(words)) for words in (NEVER, OPEN))
    spared = f"status IN ({never}) OR (status IN ({unstarted}) AND latest >= ?)"
    old = f"SELECT id FROM ({_AGED}) WHERE NOT ({spared}) AND ({' OR '.join(limits)})"  # noqa: S608 - ours
    return ledger.remove(f"id IN ({old})", values)


def moment_before(span: float, now: float, starts: Iterable[float]) -> float:
    """Return the time `span` seconds before `now`, of which of each gap between `starts` only `LONGEST_GAP`
    counts. A start that lies ahead of `now` does not count.
    """
    later = now
    for start in sorted((start for start in starts if start < now), reverse=True):
        gap = min(later - start, LONGEST_GAP)
        if gap >= span:
            return later - span
        span -= gap
        later = start
    return later - span
