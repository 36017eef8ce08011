"""Automatic deletion from the ledger: calls that are too old, and those beyond a number of rows.

A machine's clock may jump (an empty battery, a wrong time zone, a backup), and if a row is deleted too early,
its call could run a second time. So the age counts at most `LONGEST_GAP` between two starts of overlay. And a
row is never older than one written before it, so a clock that was set back does not make a new row old.
"""

from __future__ import annotations

from collections.abc import Iterable

from overlay.calls.ledger.history import WHEN
from overlay.calls.ledger.ledger import Ledger

DAY = 86_400.0
LONGEST_GAP = 30 * DAY
"""Seconds between two starts that count at most: in a longer gap the clock jumped or the user was away."""
SPARED = 30 * DAY
"""Seconds for which a call that was not started is kept, whatever the settings are."""
NEVER = ("running", "unknown")
"""Calls that may have run: only their rows prevent a second run, so they are never deleted."""
OPEN = ("detected", "asked", "allowed")
_AGED = f"SELECT id, rowid AS at, status, max({WHEN}) OVER (ORDER BY rowid) AS latest FROM calls"  # noqa: S608 - ours


def prune(ledger: Ledger, *, days: int | None, rows: int | None) -> int:
    """Delete the calls older than `days` and all but the newest `rows` (None: no limit); return how many.

    Keeps running and unknown calls, and those of the last 30 days that were not started. Raises LedgerError.
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
    kept_always, unstarted = (", ".join("?" * len(words)) for words in (NEVER, OPEN))
    kept = f"status IN ({kept_always}) OR (status IN ({unstarted}) AND latest >= ?)"
    old = f"SELECT id FROM ({_AGED}) WHERE NOT ({kept}) AND ({' OR '.join(limits)})"  # noqa: S608 - ours
    return ledger.remove(f"id IN ({old})", values)


def moment_before(span: float, now: float, starts: Iterable[float]) -> float:
    """Return the time `span` seconds before `now`; each gap between `starts` counts at most `LONGEST_GAP`.

    Starts after `now` are ignored. All times are in seconds since 1970.
    """
    later = now
    for start in sorted((start for start in starts if start < now), reverse=True):
        gap = min(later - start, LONGEST_GAP)
        if gap >= span:
            return later - span
        span -= gap
        later = start
    return later - span
