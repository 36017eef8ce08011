"""Queries on the ledger by tool, site, status and time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from overlay.calls.ledger.ledger import Ledger
from overlay.calls.ledger.redacted_row import RedactedRow, read

_SPAN = re.compile(r"(\d+)\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
WHEN = "coalesce(started, decided, detected, 0)"
"""SQL expression for the time of a call."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on calls; all that are given must hold.

    `tool` may contain `*`, `site` is a part of the origin, `since` is in seconds since 1970.
    """

    tool: str = ""
    site: str = ""
    status: Sequence[str] = ()
    since: float | None = None

    def condition(self) -> tuple[str, list[object]]:
        """Return the condition as SQL with `?`, and the values for it."""
        parts, values = ["1"], list[object]()
        if self.tool:
            parts.append("tool GLOB ?")
            values.append(re.sub(r"[\[\]?]", "[\\g<0>]", self.tool))
        if self.site:
            parts.append("instr(site, lower(?))")
            values.append(self.site)
        if self.status:
            parts.append(f"status IN ({', '.join('?' * len(self.status))})")
            values += self.status
        if self.since is not None:
            parts.append(f"{WHEN} >= ?")
            values.append(self.since)
        return " AND ".join(parts), values


def find(ledger: Ledger, filter_: Filter, limit: int | None = None) -> list[RedactedRow]:
    """Return the calls that match, the newest first, at most `limit`. Raises LedgerError."""
    where, values = filter_.condition()
    sql = f"SELECT * FROM calls WHERE {where} ORDER BY {WHEN} DESC, rowid DESC LIMIT ?"  # noqa: S608 - ours
    return [read(row) for row in ledger.of(sql, [*values, -1 if limit is None else limit])]


def one(ledger: Ledger, start: str) -> list[RedactedRow]:
    """Return the calls whose id begins with `start`, at most two: two mean that `start` is ambiguous."""
    sql = "SELECT * FROM calls WHERE substr(id, 1, length(?)) = ? LIMIT 2"
    return [read(row) for row in ledger.of(sql, (start, start))]


def forget(ledger: Ledger, filter_: Filter) -> int:
    """Delete the calls that match, except running ones; return how many. Raises LedgerError."""
    where, values = filter_.condition()
    return ledger.remove(f"{where} AND status <> 'running'", values)


def moment(text: str, now: float) -> float:
    """Parse a time: a span before `now` (`90m`, `2h`, `3d`) or an ISO 8601 date or time in local time.

    `now` and the result are in seconds since 1970. Raises ValueError for anything else.
    """
    span = _SPAN.fullmatch(text.strip())
    if span:
        return now - int(span[1]) * _SECONDS[span[2]]
    return datetime.fromisoformat(text.strip()).timestamp()
