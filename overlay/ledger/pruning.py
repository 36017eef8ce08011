"""What the ledger forgets by itself: what is old, and what there is too much of."""

from __future__ import annotations

from overlay.ledger.history import WHEN
from overlay.ledger.ledger import Ledger

DAY = 86_400.0
SPARED = 30 * DAY
"""Seconds in which a call that came to no end is kept, whatever was set: it must not run again unseen."""
OPEN = ("detected", "asked", "allowed", "unknown")


def prune(ledger: Ledger, *, days: int | None, rows: int | None) -> int:
    """Delete the calls older than `days` and all but the newest `rows` (None: no such limit); how many.

    None that runs, and no unfinished or unknown one of the last 30 days. Raises LedgerError.
    """
    limits: list[str] = []
    now = ledger.clock()
    values: list[object] = [*OPEN, now - SPARED]
    if days is not None:
        limits.append(f"{WHEN} < ?")
        values.append(now - days * DAY)
    if rows is not None:
        limits.append(f"id NOT IN (SELECT id FROM calls ORDER BY {WHEN} DESC, rowid DESC LIMIT ?)")  # noqa: S608 - ours
        values.append(rows)
    if not limits:
        return 0
    spared = f"status = 'running' OR (status IN ({', '.join('?' * len(OPEN))}) AND {WHEN} >= ?)"
    return ledger.remove(f"NOT ({spared}) AND ({' OR '.join(limits)})", values)
